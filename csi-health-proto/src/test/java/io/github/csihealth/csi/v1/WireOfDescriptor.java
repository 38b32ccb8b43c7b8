package io.github.csihealth.csi.v1;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto.EnumReservedRange;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A compiled file as text, one fact a line; the same form as {@link WireOfFacts}. What the facts
 * cannot express (reserved names, extension ranges, unknown options) becomes a line as well, so
 * that it shows as a difference.
 */
final class WireOfDescriptor {

  private final List<String> lines = new ArrayList<>();

  private WireOfDescriptor() {}

  static List<String> lines(FileDescriptor file) {
    WireOfDescriptor text = new WireOfDescriptor();
    text.file(file);
    return text.lines.stream().sorted().toList();
  }

  private void file(FileDescriptor file) {
    lines.add("syntax " + file.toProto().getSyntax());
    lines.add("package " + file.getPackage());
    file.getDependencies().forEach(import_ -> lines.add("import " + import_.getName()));
    file.getPublicDependencies().forEach(import_ -> lines.add("public " + import_.getName()));
    file.getExtensions().forEach(this::extension);
    file.getServices().forEach(this::service);
    file.getMessageTypes().forEach(this::message);
    file.getEnumTypes().forEach(this::enumeration);
  }

  private void extension(FieldDescriptor extension) {
    lines.add(
        "extension %s = %d %s%s of %s%s"
            .formatted(
                extension.getFullName(),
                extension.getNumber(),
                extension.isRepeated() ? "repeated " : "",
                type(extension),
                extension.getContainingType().getFullName(),
                options(extension.getOptions())));
  }

  private void service(ServiceDescriptor service) {
    lines.add("service " + service.getFullName() + options(service.getOptions()));
    for (MethodDescriptor method : service.getMethods()) {
      lines.add(
          "rpc %s(%s) -> %s%s%s"
              .formatted(
                  method.getFullName(),
                  method.getInputType().getFullName(),
                  method.getOutputType().getFullName(),
                  streaming(method),
                  options(method.getOptions())));
    }
  }

  private static String streaming(MethodDescriptor method) {
    if (method.isClientStreaming()) {
      return method.isServerStreaming() ? " streaming both" : " streaming client";
    }
    return method.isServerStreaming() ? " streaming server" : "";
  }

  private void message(Descriptor message) {
    if (message.getOptions().getMapEntry()) {
      return; // Shown as the type of its field.
    }
    String name = message.getFullName();
    DescriptorProto proto = message.toProto();
    lines.add("message " + name + options(message.getOptions()));
    proto
        .getReservedRangeList()
        .forEach(
            range ->
                lines.add(
                    "reserved %s %d to %d".formatted(name, range.getStart(), range.getEnd() - 1)));
    proto.getReservedNameList().forEach(word -> lines.add("reserved " + name + " " + word));
    proto
        .getExtensionRangeList()
        .forEach(range -> lines.add("extensible " + name + " from " + range.getStart()));
    message.getFields().forEach(this::field);
    message.getExtensions().forEach(this::extension);
    message.getNestedTypes().forEach(this::message);
    message.getEnumTypes().forEach(this::enumeration);
  }

  private void field(FieldDescriptor field) {
    OneofDescriptor oneof = field.getRealContainingOneof();
    lines.add(
        "field %s = %d %s %s json %s%s%s"
            .formatted(
                field.getFullName(),
                field.getNumber(),
                label(field),
                type(field),
                field.getJsonName(),
                oneof == null ? "" : " oneof " + oneof.getName(),
                options(field.getOptions())));
  }

  private static String label(FieldDescriptor field) {
    if (field.isMapField()) {
      return "map";
    }
    if (field.isRepeated()) {
      return "repeated";
    }
    return field.toProto().getProto3Optional() ? "optional" : "singular";
  }

  private static String type(FieldDescriptor field) {
    if (field.isMapField()) {
      Descriptor entry = field.getMessageType();
      return "map<%s, %s>"
          .formatted(type(entry.findFieldByNumber(1)), type(entry.findFieldByNumber(2)));
    }
    return switch (field.getJavaType()) {
      case MESSAGE -> field.getMessageType().getFullName();
      case ENUM -> field.getEnumType().getFullName();
      default -> field.getType().name().toLowerCase(Locale.ROOT);
    };
  }

  private void enumeration(EnumDescriptor enumeration) {
    String name = enumeration.getFullName();
    lines.add("enum " + name + options(enumeration.getOptions()));
    // Unlike those of messages, the reserved ranges of enums name their last number.
    for (EnumReservedRange range : enumeration.toProto().getReservedRangeList()) {
      lines.add("reserved %s %d to %d".formatted(name, range.getStart(), range.getEnd()));
    }
    enumeration
        .toProto()
        .getReservedNameList()
        .forEach(word -> lines.add("reserved " + name + " " + word));
    for (EnumValueDescriptor value : enumeration.getValues()) {
      lines.add(
          "value %s.%s = %d%s"
              .formatted(name, value.getName(), value.getNumber(), options(value.getOptions())));
    }
  }

  private static String options(Message options) {
    List<String> set = new ArrayList<>();
    options.getAllFields().forEach((option, value) -> set.add(option.getName() + "=" + value));
    options.getUnknownFields().asMap().keySet().forEach(number -> set.add("unknown " + number));
    return set.isEmpty() ? "" : " " + set.stream().sorted().toList();
  }
}
