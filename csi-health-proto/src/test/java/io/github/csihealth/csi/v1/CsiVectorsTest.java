package io.github.csihealth.csi.v1;

import static io.github.csihealth.csi.v1.Facts.objects;
import static io.github.csihealth.csi.v1.Facts.string;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages serialized by the Go bindings of CSI v1.13.0, to the byte and as protojson. */
class CsiVectorsTest {

  private static final HexFormat HEX = HexFormat.of();

  /**
   * The Go bindings write a member of a oneof after all other fields, the Java ones by number. Both
   * are legal and mean the same, but a capability with an access type and a mode differs in bytes.
   */
  private static final Set<String> IN_THE_ORDER_OF_GO = Set.of("storage-two");

  /** What a later specification added survives in the bytes; protojson has no place for it. */
  private static final Set<String> OF_A_LATER_SPECIFICATION = Set.of("list-unknown-field");

  record Vector(String id, String message, String hex, String json) {

    static Vector of(Struct facts) {
      Facts.expectOnly(facts, "id", "message", "note", "hex", "protojson");
      try {
        return new Vector(
            string(facts, "id"),
            string(facts, "message"),
            string(facts, "hex"),
            JsonFormat.printer().print(facts.getFieldsOrThrow("protojson")));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    /** An empty message of the generated class. */
    Message prototype() throws Exception {
      String simpleName = message.substring(message.lastIndexOf('.') + 1);
      return (Message)
          Class.forName(getClass().getPackageName() + "." + simpleName)
              .getMethod("getDefaultInstance")
              .invoke(null);
    }

    Message parsed() throws Exception {
      return prototype().getParserForType().parseFrom(HEX.parseHex(hex));
    }

    @Override
    public String toString() {
      return id;
    }
  }

  static List<Vector> vectors() {
    return objects(Facts.read("csi-v1.13.0-vectors.json"), "vectors").stream()
        .map(Vector::of)
        .toList();
  }

  static Stream<Vector> byNumber() {
    return vectors().stream().filter(vector -> !IN_THE_ORDER_OF_GO.contains(vector.id()));
  }

  static Stream<Vector> inTheOrderOfGo() {
    return vectors().stream().filter(vector -> IN_THE_ORDER_OF_GO.contains(vector.id()));
  }

  static Stream<Vector> ofThisSpecification() {
    return vectors().stream().filter(vector -> !OF_A_LATER_SPECIFICATION.contains(vector.id()));
  }

  static Stream<Vector> ofALaterSpecification() {
    return vectors().stream().filter(vector -> OF_A_LATER_SPECIFICATION.contains(vector.id()));
  }

  @Test
  void thereAreVectors() {
    assertThat(vectors()).hasSize(26).doesNotHaveDuplicates();
    assertThat(inTheOrderOfGo()).hasSameSizeAs(IN_THE_ORDER_OF_GO);
    assertThat(ofALaterSpecification()).hasSameSizeAs(OF_A_LATER_SPECIFICATION);
  }

  @ParameterizedTest
  @MethodSource("byNumber")
  void bytesSurvive(Vector vector) throws Exception {
    Message parsed = vector.parsed();
    assertThat(parsed.getDescriptorForType().getFullName()).isEqualTo(vector.message());
    assertThat(HEX.formatHex(parsed.toByteArray())).isEqualTo(vector.hex());
    assertThat(HEX.formatHex(parsed.toBuilder().build().toByteArray())).isEqualTo(vector.hex());
  }

  @ParameterizedTest
  @MethodSource("inTheOrderOfGo")
  void bytesSurviveInAnotherOrder(Vector vector) throws Exception {
    Message parsed = vector.parsed();
    byte[] ours = parsed.toByteArray();
    assertThat(parsed.getUnknownFields().asMap()).isEmpty();
    assertThat(ours).containsExactlyInAnyOrder(HEX.parseHex(vector.hex()));
    assertThat(parsed.getParserForType().parseFrom(ours)).isEqualTo(parsed);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void printsAsRecorded(Vector vector) throws Exception {
    String printed = JsonFormat.printer().print(vector.parsed());
    assertThat(tree(printed)).isEqualTo(tree(vector.json()));
  }

  @ParameterizedTest
  @MethodSource("ofThisSpecification")
  void readsFromJson(Vector vector) throws Exception {
    Message parsed = vector.parsed();
    assertThat(parsed.getUnknownFields().asMap()).isEmpty();
    assertThat(fromJson(vector)).isEqualTo(parsed);
    // With bytesSurvive: the recorded bytes.
    assertThat(fromJson(vector).toByteString()).isEqualTo(parsed.toByteString());
  }

  @ParameterizedTest
  @MethodSource("ofALaterSpecification")
  void readsFromJsonAllButUnknownFields(Vector vector) throws Exception {
    Message parsed = vector.parsed();
    assertThat(parsed.getUnknownFields().asMap()).isNotEmpty();
    assertThat(fromJson(vector))
        .isEqualTo(
            parsed.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).build());
  }

  private static Message fromJson(Vector vector) throws Exception {
    Message.Builder builder = vector.prototype().newBuilderForType();
    JsonFormat.parser().merge(vector.json(), builder);
    return builder.build();
  }

  /** JSON compared as trees: neither the order of keys nor white space counts. */
  private static Value tree(String json) throws Exception {
    Value.Builder tree = Value.newBuilder();
    JsonFormat.parser().merge(json, tree);
    return tree.build();
  }
}
