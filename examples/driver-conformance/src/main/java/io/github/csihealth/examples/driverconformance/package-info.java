/** The driver conformance suite as a program, for drivers in any language. */
@NullMarked
package io.github.csihealth.examples.driverconformance;

import org.jspecify.annotations.NullMarked;
