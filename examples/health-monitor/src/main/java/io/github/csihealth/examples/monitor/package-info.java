/** The health monitor: writes what a CSI driver's controller says of volumes to their claims. */
@NullMarked
package io.github.csihealth.examples.monitor;

import org.jspecify.annotations.NullMarked;
