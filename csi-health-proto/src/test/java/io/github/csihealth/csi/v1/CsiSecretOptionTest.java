package io.github.csihealth.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Redaction goes by the csi_secret option, so it has to be readable from the generated classes. */
class CsiSecretOptionTest {

  static Stream<FieldDescriptor> fields() {
    return CsiProto.getDescriptor().getMessageTypes().stream()
        .flatMap(message -> message.getFields().stream());
  }

  static Stream<FieldDescriptor> secretsFields() {
    return fields().filter(field -> field.getName().equals("secrets"));
  }

  @ParameterizedTest
  @MethodSource("secretsFields")
  void everySecretsFieldIsMarked(FieldDescriptor field) {
    assertThat(field.getOptions().getExtension(CsiProto.csiSecret)).isTrue();
  }

  @Test
  void nothingElseIsMarked() {
    List<FieldDescriptor> marked =
        fields().filter(field -> field.getOptions().getExtension(CsiProto.csiSecret)).toList();
    assertThat(marked).containsExactlyInAnyOrderElementsOf(secretsFields().toList());
  }

  @Test
  void threeHealthRequestsTakeSecrets() {
    assertThat(secretsFields().map(FieldDescriptor::getContainingType))
        .contains(
            ControllerListVolumeHealthRequest.getDescriptor(),
            ControllerGetVolumeHealthRequest.getDescriptor(),
            NodeGetStorageHealthRequest.getDescriptor())
        .doesNotContain(NodeGetVolumeHealthRequest.getDescriptor());
  }
}
