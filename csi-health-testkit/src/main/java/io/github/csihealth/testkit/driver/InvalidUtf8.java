package io.github.csihealth.testkit.driver;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.MethodDescriptor;
import java.util.Optional;

/** Messages with a text that is no UTF-8. The generated classes cannot build one. */
final class InvalidUtf8 {

  private static final ByteString TEXT = ByteString.copyFrom(new byte[] {'x', (byte) 0xff});

  private InvalidUtf8() {}

  static byte[] answerTo(MethodDescriptor<?, ?> method) {
    if (method.getResponseMarshaller() instanceof MethodDescriptor.PrototypeMarshaller<?> marshaller
        && marshaller.getMessagePrototype() instanceof Message answer) {
      return message(answer.getDescriptorForType())
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "there is no text in the answer to " + method.getFullMethodName()))
          .toByteArray();
    }
    throw new IllegalArgumentException(
        "the answer to " + method.getFullMethodName() + " is no protobuf message");
  }

  private static Optional<ByteString> message(Descriptor type) {
    for (FieldDescriptor field : type.getFields()) {
      Optional<ByteString> value = value(field);
      if (value.isPresent()) {
        UnknownFieldSet.Field bytes =
            UnknownFieldSet.Field.newBuilder().addLengthDelimited(value.get()).build();
        return Optional.of(
            UnknownFieldSet.newBuilder().addField(field.getNumber(), bytes).build().toByteString());
      }
    }
    return Optional.empty();
  }

  private static Optional<ByteString> value(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING -> Optional.of(TEXT);
      case MESSAGE -> message(field.getMessageType());
      default -> Optional.empty();
    };
  }
}
