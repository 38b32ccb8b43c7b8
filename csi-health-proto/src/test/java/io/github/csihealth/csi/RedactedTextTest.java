package io.github.csihealth.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import csi.v1.Csi;
import io.github.csihealth.csi.test.Hint;
import io.github.csihealth.csi.test.Login;
import io.github.csihealth.csi.v1.CsiProto;
import org.junit.jupiter.api.Test;

/** C23: the option csi_secret says what is secret, and nothing else does. */
class RedactedTextTest {

  private static final Hint HINT = Hint.newBuilder().setText("open").setMore("s3cret-hint").build();

  private static final Login LOGIN =
      Login.newBuilder()
          .setVolumeId("vol-1")
          .setNote("s3cret-note")
          .putSecrets("colour", "blue")
          .setBlob(ByteString.copyFromUtf8("s3cret-blob"))
          .addHints(HINT)
          .putHintsByName("one", HINT)
          .setWhole(Hint.newBuilder().setText("s3cret-text"))
          .addNotes("s3cret-first")
          .addNotes("s3cret-second")
          .putParameters("name", "s3cret-parameter")
          .setNumber(4711)
          .setKey("s3cret-key")
          .setOld("former")
          .build();

  @Test
  void c23TheOptionDecidesAndNotTheName() {
    assertThat(RedactedText.of(LOGIN))
        .isEqualTo(
            "{volume_id: \"vol-1\", note: ***, secrets: [{key: \"colour\", value: \"blue\"}],"
                + " blob: ***, hints: [{text: \"open\", more: ***}],"
                + " hints_by_name: [{key: \"one\", value: {text: \"open\", more: ***}}],"
                + " whole: ***, notes: ***, parameters: ***, number: ***, key: ***,"
                + " old: \"former\"}");
  }

  @Test
  void c23AFieldThatIsNotMarkedIsShownWhateverItsName() {
    assertThat(RedactedText.of(Login.newBuilder().setPassword("shown").build()))
        .isEqualTo("{password: \"shown\"}");
  }

  /** They are another pool of descriptors, in which our own extension is not known. */
  @Test
  void c23ClassesOfAnotherCsiProtoAreRedactedToo() {
    Csi.DeleteVolumeRequest request =
        Csi.DeleteVolumeRequest.newBuilder()
            .setVolumeId("vol-1")
            .putSecrets("user", "s3cret")
            .build();

    assertThat(RedactedText.of(request)).isEqualTo("{volume_id: \"vol-1\", secrets: ***}");
  }

  @Test
  void c23MessagesWithoutClassesAreRedactedToo() throws DescriptorValidationException {
    FieldOptions secret = FieldOptions.newBuilder().setExtension(CsiProto.csiSecret, true).build();
    Descriptor type =
        FileDescriptor.buildFrom(
                FileDescriptorProto.newBuilder()
                    .setName("dynamic.proto")
                    .setSyntax("proto3")
                    .addMessageType(
                        DescriptorProto.newBuilder()
                            .setName("Dynamic")
                            .addField(field("note", 1).setOptions(secret))
                            .addField(field("secrets", 2)))
                    .build(),
                new FileDescriptor[0])
            .findMessageTypeByName("Dynamic");
    DynamicMessage message =
        DynamicMessage.newBuilder(type)
            .setField(type.findFieldByName("note"), "s3cret")
            .setField(type.findFieldByName("secrets"), "shown")
            .build();

    assertThat(RedactedText.of(message)).isEqualTo("{note: ***, secrets: \"shown\"}");
    assertThat(SecretValues.in(message)).hasToString("1 secret(s)");
  }

  private static FieldDescriptorProto.Builder field(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(Type.TYPE_STRING);
  }

  @Test
  void c23TheSecretsOfAMessageAreBlankedInAnyText() {
    SecretValues values = SecretValues.in(LOGIN);

    assertThat(
            values.blank(
                "s3cret-note s3cret-blob s3cret-hint s3cret-text s3cret-first s3cret-second"
                    + " s3cret-parameter 4711 s3cret-key"))
        .isEqualTo("*** *** *** *** *** *** *** *** ***");
    assertThat(values.blank("vol-1 colour blue open one name former"))
        .as("what is no secret, and names of secrets")
        .isEqualTo("vol-1 colour blue open one name former");
  }
}
