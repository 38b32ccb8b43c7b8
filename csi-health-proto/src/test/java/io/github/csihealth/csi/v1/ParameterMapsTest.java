package io.github.csihealth.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code parameters} and {@code mutable_parameters} of one message are two maps. protoc generates
 * code for them whose private methods share a name; the build tells these apart, and here is shown
 * that it took the right ones.
 */
class ParameterMapsTest {

  private static final List<String> MAPS = List.of("parameters", "mutable_parameters");

  static List<Message> messagesWithBoth() {
    return List.of(
        CreateVolumeRequest.getDefaultInstance(),
        ValidateVolumeCapabilitiesRequest.getDefaultInstance(),
        ValidateVolumeCapabilitiesResponse.Confirmed.getDefaultInstance());
  }

  @Test
  void thereAreNoOthers() {
    assertThat(
            CsiProto.getDescriptor().getMessageTypes().stream()
                .filter(
                    message -> MAPS.stream().allMatch(map -> message.findFieldByName(map) != null)))
        .hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("messagesWithBoth")
  void areSetClearedAndMergedApart(Message empty) {
    for (String map : MAPS) {
      Message.Builder builder = empty.newBuilderForType();
      add(builder, map, "k", "v");
      assertThat(maps(builder.build())).isEqualTo(Map.of(map, Map.of("k", "v")));

      Message.Builder both = empty.newBuilderForType();
      MAPS.forEach(each -> add(both, each, "k", each));
      both.mergeFrom(builder.build());
      String other = map.equals("parameters") ? "mutable_parameters" : "parameters";
      assertThat(maps(both.build()))
          .isEqualTo(Map.of(map, Map.of("k", "v"), other, Map.of("k", other)));

      both.clearField(field(empty, map));
      assertThat(maps(both.build())).isEqualTo(Map.of(other, Map.of("k", other)));
      assertThat(maps(both.clear().build())).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("messagesWithBoth")
  void areReadFromTheirOwnNumbers(Message empty) throws Exception {
    DynamicMessage.Builder dynamic = DynamicMessage.newBuilder(empty.getDescriptorForType());
    for (String map : MAPS) {
      FieldDescriptor field = field(empty, map);
      Message.Builder entry = dynamic.newBuilderForField(field);
      entry.setField(field.getMessageType().findFieldByNumber(1), "k");
      entry.setField(field.getMessageType().findFieldByNumber(2), map);
      dynamic.addRepeatedField(field, entry.build());
    }
    Message parsed = empty.getParserForType().parseFrom(dynamic.build().toByteString());
    assertThat(maps(parsed))
        .isEqualTo(
            Map.of(
                "parameters", Map.of("k", "parameters"),
                "mutable_parameters", Map.of("k", "mutable_parameters")));
    assertThat(parsed.toByteString()).isEqualTo(dynamic.build().toByteString());
  }

  @Test
  void typedAccessorsGoToTheirOwnMap() {
    CreateVolumeRequest.Builder builder =
        CreateVolumeRequest.newBuilder()
            .putParameters("k", "fixed")
            .putAllParameters(Map.of("l", "fixed"))
            .putMutableParameters("k", "mutable")
            .putAllMutableParameters(Map.of("m", "mutable"));
    assertThat(builder.getParametersMap()).isEqualTo(Map.of("k", "fixed", "l", "fixed"));
    assertThat(builder.getMutableParametersMap()).isEqualTo(Map.of("k", "mutable", "m", "mutable"));
    builder.removeParameters("k").removeMutableParameters("m");
    assertThat(builder.getParametersMap()).isEqualTo(Map.of("l", "fixed"));
    assertThat(builder.getMutableParametersMap()).isEqualTo(Map.of("k", "mutable"));
    builder.clearParameters();
    assertThat(builder.getParametersCount()).isZero();
    assertThat(builder.getMutableParametersCount()).isEqualTo(1);
  }

  private static FieldDescriptor field(Message message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  private static void add(Message.Builder builder, String map, String key, String value) {
    FieldDescriptor field = builder.getDescriptorForType().findFieldByName(map);
    builder.addRepeatedField(
        field,
        MapEntry.newDefaultInstance(
                field.getMessageType(),
                WireFormat.FieldType.STRING,
                "",
                WireFormat.FieldType.STRING,
                "")
            .toBuilder()
            .setKey(key)
            .setValue(value)
            .build());
  }

  /** The maps that are not empty, by field name. */
  private static Map<String, Map<Object, Object>> maps(Message message) {
    Map<String, Map<Object, Object>> maps = new TreeMap<>();
    for (String name : MAPS) {
      FieldDescriptor field = field(message, name);
      for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
        MapEntry<?, ?> entry = (MapEntry<?, ?>) message.getRepeatedField(field, i);
        maps.computeIfAbsent(name, key -> new TreeMap<>()).put(entry.getKey(), entry.getValue());
      }
    }
    return maps;
  }
}
