/** How long the engine takes, and what it allocates, beside what a plain client would do. */
@NullMarked
package io.github.csihealth.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
