package io.github.csihealth.testkit.conformance;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A list of rules and their name.
 *
 * <p>Immutable, and safe for use by many threads where its rules are.
 *
 * @param <T> what its rules are tried on
 */
public final class Suite<T> {

  private final String name;
  private final List<Rule<T>> rules;

  private Suite(String name, List<Rule<T>> rules) {
    this.name = name;
    this.rules = rules;
  }

  /**
   * A suite of these rules, in this order.
   *
   * @throws IllegalArgumentException if two rules have one number
   */
  public static <T> Suite<T> of(String name, List<Rule<T>> rules) {
    Set<String> numbers = new HashSet<>();
    for (Rule<T> rule : rules) {
      if (!numbers.add(rule.number())) {
        throw new IllegalArgumentException("two rules have the number " + rule.number());
      }
    }
    return new Suite<>(requireNonNull(name, "name"), List.copyOf(rules));
  }

  /** What it is called in reports. */
  public String name() {
    return name;
  }

  /** Its rules, in their order. */
  public List<Rule<T>> rules() {
    return rules;
  }

  /** Tries all rules, one after the other. */
  public ConformanceReport run(T subject) {
    return run(subject, result -> {});
  }

  /**
   * Tries all rules, one after the other.
   *
   * @param progress told of each result as soon as it is there
   */
  public ConformanceReport run(T subject, Consumer<? super RuleResult> progress) {
    List<RuleResult> results = new ArrayList<>();
    for (Rule<T> rule : rules) {
      long start = System.nanoTime();
      Outcome outcome = rule.check(subject);
      RuleResult result =
          new RuleResult(rule, outcome, Duration.ofNanos(System.nanoTime() - start));
      results.add(result);
      progress.accept(result);
    }
    return new ConformanceReport(name, results);
  }

  /** All rules as a Markdown table: number, name, clause, intent. */
  public String toMarkdown() {
    StringBuilder table = new StringBuilder("| rule | clause | intent |\n|---|---|---|\n");
    for (Rule<T> rule : rules) {
      table
          .append("| `")
          .append(rule.name())
          .append("` | ")
          .append(cell(rule.clause()))
          .append(" | ")
          .append(cell(rule.intent()))
          .append(" |\n");
    }
    return table.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  /** Its name and how many rules it has. */
  @Override
  public String toString() {
    return name + " (" + rules.size() + " rules)";
  }
}
