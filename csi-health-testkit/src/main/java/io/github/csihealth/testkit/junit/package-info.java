/** JUnit 5 for tests of what reads or writes volume health. */
@NullMarked
package io.github.csihealth.testkit.junit;

import org.jspecify.annotations.NullMarked;
