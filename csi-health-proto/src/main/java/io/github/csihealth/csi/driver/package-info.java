/** The driver's side of volume health: answers that cannot be wrong. */
@NullMarked
package io.github.csihealth.csi.driver;

import org.jspecify.annotations.NullMarked;
