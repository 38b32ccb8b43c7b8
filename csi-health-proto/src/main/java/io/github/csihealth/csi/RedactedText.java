package io.github.csihealth.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a CSI message for people, without its secrets: every field that the spec marks with
 * the {@code csi_secret} option is blanked, at any depth, in classes generated from any csi.proto
 * (rule C23). The {@code toString} of a generated message prints all, secrets too: never use it.
 */
public final class RedactedText {

  private static final String BLANK = "***";

  private RedactedText() {}

  /** One line; fields that are not set are left out, fields unknown to this version counted. */
  public static String of(Message message) {
    StringBuilder out = new StringBuilder();
    append(out, message);
    return out.toString();
  }

  private static void append(StringBuilder out, Message message) {
    out.append('{');
    String separator = "";
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      out.append(separator).append(field.getKey().getName()).append(": ");
      if (SecretFields.isSecret(field.getKey())) {
        out.append(BLANK);
      } else {
        appendValue(out, field.getValue());
      }
      separator = ", ";
    }
    int unknown = message.getUnknownFields().asMap().size();
    if (unknown > 0) {
      out.append(separator).append(unknown).append(" unknown field(s)");
    }
    out.append('}');
  }

  private static void appendValue(StringBuilder out, @Nullable Object value) {
    if (value instanceof Message message) {
      append(out, message);
    } else if (value instanceof List<?> list) {
      out.append('[');
      String separator = "";
      for (Object item : list) {
        out.append(separator);
        appendValue(out, item);
        separator = ", ";
      }
      out.append(']');
    } else if (value instanceof String text) {
      out.append('"').append(text.replace("\n", "\\n").replace("\r", "\\r")).append('"');
    } else {
      out.append(value);
    }
  }
}
