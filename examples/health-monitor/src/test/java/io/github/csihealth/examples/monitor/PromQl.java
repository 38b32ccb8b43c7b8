package io.github.csihealth.examples.monitor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an expression of Prometheus as far as the rules and the dashboard use the language, and
 * checks every metric, label and label value that it names.
 */
final class PromQl {

  /**
   * What an expression evaluates to.
   *
   * @param labels that its series may have
   */
  private record Result(Set<String> labels, boolean scalar, boolean range) {

    static Result vector(Set<String> labels) {
      return new Result(labels, false, false);
    }
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:[^\"\\\\]|\\\\.)*\"|\\d+(?:ms|[smhdwy])(?![a-z])|\\d+(?:\\.\\d+)?"
              + "|[a-zA-Z_][a-zA-Z0-9_:]*|\\$\\w+|=~|!~|!=|==|<=|>=|[-+*/%^(){}\\[\\],=<>]");

  private static final List<Set<String>> OPERATORS =
      List.of(
          Set.of("or"),
          Set.of("and", "unless"),
          Set.of("==", "!=", "<", ">", "<=", ">="),
          Set.of("+", "-"),
          Set.of("*", "/", "%"));

  private static final Set<String> AGGREGATIONS = Set.of("sum", "min", "max", "avg", "count");

  /** Added by Prometheus to whatever it scrapes. */
  private static final Set<String> TARGET = Set.of("job", "instance");

  private final Map<String, Set<String>> series;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private PromQl(String expression, Map<String, Set<String>> series) {
    this.series = series;
    Matcher token = TOKEN.matcher(expression);
    int end = 0;
    while (token.find()) {
      require(expression.substring(end, token.start()).isBlank(), "no token", expression, end);
      tokens.add(token.group());
      end = token.end();
    }
    require(expression.substring(end).isBlank(), "no token", expression, end);
  }

  /**
   * The labels that the series of the result may have.
   *
   * @param series the labels of each series that there is, by its name
   * @throws IllegalArgumentException if it is no expression, or names what there is not
   */
  static Set<String> labelsOf(String expression, Map<String, Set<String>> series) {
    PromQl reader = new PromQl(expression, series);
    try {
      Result result = reader.expression(0);
      reader.require(reader.at == reader.tokens.size(), "ends before", reader.peek());
      reader.require(!result.range, "is a range", expression);
      return result.labels;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + " in: " + expression, e);
    }
  }

  private Result expression(int level) {
    if (level == OPERATORS.size()) {
      return operand();
    }
    Result left = expression(level + 1);
    while (OPERATORS.get(level).contains(peek())) {
      String operator = next();
      Result right = expression(level + 1);
      require(!left.range && !right.range, "a range beside", operator);
      left = combine(operator, left, right);
    }
    return left;
  }

  private Result combine(String operator, Result left, Result right) {
    if (left.scalar || right.scalar) {
      require(!Set.of("or", "and", "unless").contains(operator), "a number beside", operator);
      return left.scalar ? right : left;
    }
    Set<String> labels = new HashSet<>(left.labels);
    switch (operator) {
      case "or" -> labels.addAll(right.labels);
      case "and", "unless" -> {}
      default -> require(labels.equals(right.labels), "other labels on the sides of", operator);
    }
    return Result.vector(labels);
  }

  private Result operand() {
    if (accept("(")) {
      Result inner = expression(0);
      expect(")");
      return inner;
    }
    String token = next();
    if (Character.isDigit(token.charAt(0))) {
      return new Result(Set.of(), true, false);
    }
    if (AGGREGATIONS.contains(token)) {
      return aggregation();
    }
    return peek().equals("(") ? call(token) : selector(token);
  }

  private Result aggregation() {
    Set<String> by = grouping();
    expect("(");
    Result inner = expression(0);
    expect(")");
    by.addAll(grouping());
    require(!inner.range && !inner.scalar, "an aggregation of what is no vector, by", by);
    require(inner.labels.containsAll(by), "grouped by labels that are not there:", by);
    return Result.vector(by);
  }

  private Set<String> grouping() {
    Set<String> labels = new HashSet<>();
    if (accept("by")) {
      expect("(");
      do {
        labels.add(next());
      } while (accept(","));
      expect(")");
    }
    return labels;
  }

  private Result call(String function) {
    List<Result> arguments = new ArrayList<>();
    expect("(");
    do {
      arguments.add(expression(0));
    } while (accept(","));
    expect(")");
    Result last = arguments.get(arguments.size() - 1);
    switch (function) {
      case "rate", "increase" -> {
        require(last.range, "no range in", function);
        return Result.vector(last.labels);
      }
      case "histogram_quantile" -> {
        require(last.labels.contains("le"), "no label le in", function);
        Set<String> labels = new HashSet<>(last.labels);
        labels.remove("le");
        return Result.vector(labels);
      }
      case "absent", "vector" -> {
        require(last.scalar == function.equals("vector"), "wrong argument of", function);
        return Result.vector(Set.of());
      }
      default -> throw new IllegalArgumentException("unknown function " + function);
    }
  }

  private Result selector(String metric) {
    require(series.containsKey(metric), "unknown metric", metric);
    Set<String> labels = new HashSet<>(series.get(metric));
    labels.addAll(TARGET);
    if (accept("{")) {
      do {
        matcher(metric, labels);
      } while (accept(","));
      expect("}");
    }
    boolean range = accept("[");
    if (range) {
      String length = next();
      require(length.matches("\\d+\\D+|\\$__rate_interval"), "no duration:", length);
      expect("]");
    }
    if (accept("offset")) {
      String length = next();
      require(length.matches("\\d+\\D+"), "no duration:", length);
    }
    return new Result(labels, false, range);
  }

  private void matcher(String metric, Set<String> labels) {
    String label = next();
    require(labels.contains(label), "unknown label", label, "of", metric);
    String operator = next();
    require(Set.of("=", "!=", "=~", "!~").contains(operator), "no matcher:", operator);
    String value = next();
    require(value.startsWith("\""), "no string:", value);
    if (operator.equals("=")) {
      String text = value.substring(1, value.length() - 1);
      require(
          ExportedSeries.mayHave(metric, label, text), "unknown value", text, "of label", label);
    }
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : "the end";
  }

  private String next() {
    require(at < tokens.size(), "ends too early");
    return tokens.get(at++);
  }

  private boolean accept(String token) {
    if (peek().equals(token)) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(String token) {
    require(accept(token), peek(), "instead of", token);
  }

  private void require(boolean condition, Object... what) {
    if (!condition) {
      List<String> words = new ArrayList<>();
      for (Object word : what) {
        words.add(word.toString());
      }
      throw new IllegalArgumentException(String.join(" ", words));
    }
  }
}
