/**
 * The proof that the decisions are right, for claims, for the volumes of pods and for CSINodes: the contract written a second time as plainly
 * as possible ({@code Reference…}), and random histories played against it and the engine at once.
 * Of the engine's own classes the reference uses none; of the model it takes the value types and
 * the conforming of reports, which is proven there.
 */
package io.github.csihealth.proof;
