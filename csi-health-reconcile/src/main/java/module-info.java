/** The pure reconcile engine for volume health. */
module io.github.csihealth.reconcile {
  requires static transitive org.jspecify;
  requires transitive io.github.csihealth.model;

  exports io.github.csihealth.reconcile;
  exports io.github.csihealth.runtime;
}
