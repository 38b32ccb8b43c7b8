/**
 * Where the CSI messages of {@code csi.v1} and the model meet: {@link
 * io.github.csihealth.csi.HealthMapping} is the only class that turns one into the other, and
 * {@link io.github.csihealth.csi.RedactedText} the only one that may print a CSI message. What the
 * other side says in words is blanked by {@link io.github.csihealth.csi.SecretValues}.
 */
@NullMarked
package io.github.csihealth.csi;

import org.jspecify.annotations.NullMarked;
