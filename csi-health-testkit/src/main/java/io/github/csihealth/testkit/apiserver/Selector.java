package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Label and field selectors of a list or watch. */
final class Selector {
  private static final Pattern IN_SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s+\\(([^)]*)\\)");
  private static final Pattern EQUALITY = Pattern.compile("([^=!\\s]+)\\s*(==|=|!=)\\s*(\\S*)");

  // A comma within parentheses belongs to a set.
  private static final Pattern BETWEEN_TERMS = Pattern.compile(",(?![^(]*\\))");

  private Selector() {}

  /** The objects that have the labels; an empty text selects all. */
  static Predicate<JsonNode> byLabels(String text) {
    List<Predicate<JsonNode>> terms = new ArrayList<>();
    for (String term : terms(text)) {
      terms.add(labelTerm(term));
    }
    return object -> terms.stream().allMatch(term -> term.test(object.at("/metadata/labels")));
  }

  private static Predicate<JsonNode> labelTerm(String term) {
    Matcher set = IN_SET.matcher(term);
    if (set.matches()) {
      Set<String> values =
          Stream.of(set.group(3).split(",", -1)).map(String::trim).collect(Collectors.toSet());
      boolean wanted = set.group(2).equals("in");
      String label = set.group(1);
      return labels ->
          labels.has(label) ? values.contains(Json.text(labels, label)) == wanted : !wanted;
    }
    Matcher equality = EQUALITY.matcher(term);
    if (equality.matches()) {
      String label = equality.group(1);
      String value = equality.group(3);
      boolean wanted = !equality.group(2).equals("!=");
      return labels -> (labels.has(label) && Json.text(labels, label).equals(value)) == wanted;
    }
    if (term.startsWith("!")) {
      return labels -> !labels.has(term.substring(1).trim());
    }
    if (term.contains(" ")) {
      throw StatusException.badRequest("unable to parse requirement: " + term);
    }
    return labels -> labels.has(term);
  }

  /** The objects with these values of fields; an empty text selects all. */
  static Predicate<JsonNode> byFields(ResourceType type, String text) {
    List<Predicate<JsonNode>> terms = new ArrayList<>();
    for (String term : terms(text)) {
      Matcher equality = EQUALITY.matcher(term);
      if (!equality.matches()) {
        throw StatusException.badRequest("invalid field selector: " + term);
      }
      String field = equality.group(1);
      if (!type.selectableFields().contains(field)) {
        throw StatusException.badRequest(
            "\"" + field + "\" is not a known field selector: only " + quoted(type));
      }
      String value = equality.group(3);
      boolean wanted = !equality.group(2).equals("!=");
      String[] path = field.split("\\.", -1);
      terms.add(object -> Json.text(object, path).equals(value) == wanted);
    }
    return object -> terms.stream().allMatch(term -> term.test(object));
  }

  private static String quoted(ResourceType type) {
    return type.selectableFields().stream()
        .sorted()
        .map(field -> "\"" + field + "\"")
        .collect(Collectors.joining(", "));
  }

  private static List<String> terms(String text) {
    return BETWEEN_TERMS.splitAsStream(text).map(String::trim).filter(t -> !t.isEmpty()).toList();
  }
}
