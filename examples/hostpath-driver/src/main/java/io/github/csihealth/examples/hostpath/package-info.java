/**
 * A CSI driver whose volumes are folders of one node, and whose health comes from what is on disk.
 */
@NullMarked
package io.github.csihealth.examples.hostpath;

import org.jspecify.annotations.NullMarked;
