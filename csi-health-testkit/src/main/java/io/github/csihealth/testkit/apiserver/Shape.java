package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listed;
import io.github.csihealth.testkit.apiserver.TypeSpec.Listing;
import io.github.csihealth.testkit.apiserver.TypeSpec.Mapped;
import io.github.csihealth.testkit.apiserver.TypeSpec.Scalar;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;
import org.jspecify.annotations.Nullable;

/** How server-side apply walks a value. */
enum Shape {
  /** Owned as a whole. */
  LEAF,
  /** Field by field. */
  FIELDS,
  /** Entry by entry, told apart by key. */
  ENTRIES;

  /**
   * The shape of a value of {@code type}; the value matters only where the type is not modelled.
   */
  static Shape of(TypeSpec type, @Nullable JsonNode value) {
    if (type instanceof Scalar) {
      return LEAF;
    } else if (type instanceof Struct struct) {
      return struct.atomic() ? LEAF : FIELDS;
    } else if (type instanceof Mapped) {
      return FIELDS;
    } else if (type instanceof Listed list) {
      return list.listing() == Listing.ATOMIC ? LEAF : ENTRIES;
    }
    return value != null && value.isObject() ? FIELDS : LEAF;
  }
}
