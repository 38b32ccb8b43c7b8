/** Immutable Kubernetes volume health status values, their map lists, API limits and JSON. */
module io.github.csihealth.model {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.databind;

  exports io.github.csihealth.model;
}
