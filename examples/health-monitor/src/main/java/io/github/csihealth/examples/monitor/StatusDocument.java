package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The health of a cluster for programs: an object whose {@code items} are the conditions, oldest
 * first. While it is watched, there is one document for each change instead, whose {@code type} is
 * ADDED, MODIFIED or DELETED and whose {@code object} is the condition; what there is at first has
 * been added.
 *
 * <p>A condition has the fields {@code kind}, {@code namespace}, {@code name}, {@code volume} or
 * {@code driver}, {@code status}, {@code reason}, {@code message}, {@code accessMode}, {@code
 * volumeMode} and {@code lastTransitionTime}; what it does not say is left out.
 */
final class StatusDocument implements StatusOutput {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final PrintWriter out;
  private final Function<Map<String, ?>, String> format;
  private final boolean watching;

  private StatusDocument(
      PrintWriter out, Function<Map<String, ?>, String> format, boolean watching) {
    this.out = out;
    this.format = format;
    this.watching = watching;
  }

  /** As JSON: indented, but in one line for each change where it is watched. */
  static StatusDocument json(PrintWriter out, boolean watching) {
    return new StatusDocument(
        out, document -> json(document, !watching) + System.lineSeparator(), watching);
  }

  /** As YAML, where each document begins with a line of dashes. */
  static StatusDocument yaml(PrintWriter out, boolean watching) {
    return new StatusDocument(out, new KubernetesSerialization()::asYaml, watching);
  }

  private static String json(Map<String, ?> document, boolean indented) {
    try {
      return (indented ? JSON.writerWithDefaultPrettyPrinter() : JSON.writer())
          .writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of strings are always JSON", e);
    }
  }

  @Override
  public void now(HealthSurvey survey) {
    if (watching) {
      changed(survey.asAdded());
    } else {
      print(Map.of("items", survey.conditions().stream().map(StatusDocument::fields).toList()));
    }
  }

  @Override
  public void changed(List<ConditionChange> changes) {
    for (ConditionChange change : changes) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("type", change.type().toString());
      document.put("object", fields(change.condition()));
      print(document);
    }
  }

  private void print(Map<String, ?> document) {
    out.print(format.apply(document));
    out.flush();
  }

  private static Map<String, String> fields(AdverseCondition condition) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("kind", condition.resource().kind());
    fields.put("namespace", condition.namespace());
    fields.put("name", condition.name());
    fields.put(condition.resource() == HealthResource.NODE ? "driver" : "volume", condition.part());
    fields.put("status", condition.status());
    fields.put("reason", condition.reason());
    fields.put("message", condition.message());
    fields.put("accessMode", text(condition.accessMode()));
    fields.put("volumeMode", text(condition.volumeMode()));
    fields.put("lastTransitionTime", text(condition.since()));
    fields.values().removeIf(String::isEmpty);
    return fields;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
