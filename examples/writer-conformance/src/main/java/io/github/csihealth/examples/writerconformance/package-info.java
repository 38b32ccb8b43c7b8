/** The conformance suite for writers of claim health, as a command that runs another command. */
@NullMarked
package io.github.csihealth.examples.writerconformance;

import org.jspecify.annotations.NullMarked;
