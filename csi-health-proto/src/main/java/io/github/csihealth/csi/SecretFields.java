package io.github.csihealth.csi;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.csihealth.csi.v1.CsiProto;

/** Which fields are secret: those with the option {@code csi_secret}, whatever their names. */
final class SecretFields {

  private static final ExtensionRegistry CSI = ExtensionRegistry.newInstance();

  static {
    CsiProto.registerAllExtensions(CSI);
  }

  private SecretFields() {}

  static boolean isSecret(FieldDescriptor field) {
    FieldOptions options = field.getOptions();
    if (options.getSerializedSize() == 0) {
      return false;
    }
    try {
      // Classes generated from another copy of csi.proto have an option of their own, with the same
      // number: as bytes it is ours.
      return FieldOptions.parseFrom(options.toByteString(), CSI).getExtension(CsiProto.csiSecret);
    } catch (InvalidProtocolBufferException e) {
      return true; // better one field too many
    }
  }
}
