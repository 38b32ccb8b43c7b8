package io.github.csihealth.csi.v1;

import static io.github.csihealth.csi.v1.Facts.asLong;
import static io.github.csihealth.csi.v1.Facts.expectOnly;
import static io.github.csihealth.csi.v1.Facts.list;
import static io.github.csihealth.csi.v1.Facts.number;
import static io.github.csihealth.csi.v1.Facts.objects;
import static io.github.csihealth.csi.v1.Facts.string;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.List;

/** The recorded wire facts as text, one fact a line; the same form as {@link WireOfDescriptor}. */
final class WireOfFacts {

  private final List<String> lines = new ArrayList<>();

  private WireOfFacts() {}

  static List<String> lines(Struct facts) {
    WireOfFacts text = new WireOfFacts();
    text.file(facts);
    return text.lines.stream().sorted().toList();
  }

  private void file(Struct facts) {
    expectOnly(
        facts,
        "source",
        "syntax",
        "package",
        "imports",
        "extensions",
        "services",
        "messages",
        "enums");
    lines.add("syntax " + string(facts, "syntax"));
    lines.add("package " + string(facts, "package"));
    list(facts, "imports").forEach(name -> lines.add("import " + name.getStringValue()));
    objects(facts, "extensions").forEach(this::extension);
    objects(facts, "services").forEach(this::service);
    objects(facts, "messages").forEach(this::message);
    objects(facts, "enums").forEach(this::enumeration);
  }

  private void extension(Struct extension) {
    expectOnly(extension, "name", "number", "extends", "type");
    lines.add(
        "extension %s = %d %s of %s"
            .formatted(
                string(extension, "name"),
                number(extension, "number"),
                string(extension, "type"),
                string(extension, "extends")));
  }

  private void service(Struct service) {
    expectOnly(service, "name", "methods", "options");
    String name = string(service, "name");
    lines.add("service " + name + options(service));
    for (Struct method : objects(service, "methods")) {
      expectOnly(method, "name", "input", "output", "streaming", "options");
      String streaming =
          method.containsFields("streaming") ? " streaming " + string(method, "streaming") : "";
      lines.add(
          "rpc %s.%s(%s) -> %s%s%s"
              .formatted(
                  name,
                  string(method, "name"),
                  string(method, "input"),
                  string(method, "output"),
                  streaming,
                  options(method)));
    }
  }

  private void message(Struct message) {
    expectOnly(message, "name", "fields", "options", "reservedRanges");
    String name = string(message, "name");
    lines.add("message " + name + options(message));
    reserved(name, message);
    for (Struct field : objects(message, "fields")) {
      expectOnly(field, "name", "number", "type", "label", "jsonName", "oneof", "options");
      lines.add(
          "field %s.%s = %d %s %s json %s%s%s"
              .formatted(
                  name,
                  string(field, "name"),
                  number(field, "number"),
                  string(field, "label"),
                  string(field, "type"),
                  string(field, "jsonName"),
                  field.containsFields("oneof") ? " oneof " + string(field, "oneof") : "",
                  options(field)));
    }
  }

  private void enumeration(Struct enumeration) {
    expectOnly(enumeration, "name", "values", "options", "reservedRanges");
    String name = string(enumeration, "name");
    lines.add("enum " + name + options(enumeration));
    reserved(name, enumeration);
    for (Struct value : objects(enumeration, "values")) {
      expectOnly(value, "name", "number", "options");
      lines.add(
          "value %s.%s = %d%s"
              .formatted(name, string(value, "name"), number(value, "number"), options(value)));
    }
  }

  private void reserved(String name, Struct owner) {
    for (Value range : list(owner, "reservedRanges")) {
      List<Value> ends = range.getListValue().getValuesList();
      lines.add("reserved %s %d to %d".formatted(name, asLong(ends.get(0)), asLong(ends.get(1))));
    }
  }

  private static String options(Struct owner) {
    List<String> options =
        list(owner, "options").stream().map(Value::getStringValue).sorted().toList();
    return options.isEmpty() ? "" : " " + options;
  }
}
