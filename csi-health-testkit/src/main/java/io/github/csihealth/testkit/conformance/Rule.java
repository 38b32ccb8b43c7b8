package io.github.csihealth.testkit.conformance;

import static java.util.Objects.requireNonNull;

/**
 * One numbered rule of a suite: what it asks, where that is written, and the function that tries it
 * on a subject.
 *
 * <p>Immutable. The function may be called by one thread at a time.
 *
 * @param <T> what it is tried on
 */
public final class Rule<T> {

  /** How much a rule binds. */
  public enum Level {
    /** MUST: where it does not hold, the subject fails. */
    REQUIRED,
    /** SHOULD: where it does not hold, the subject is warned. */
    OPTIONAL,
    /** It binds, and nobody can try it from outside: it stands here so that nobody forgets it. */
    UNTESTED
  }

  /** Tries a rule. */
  @FunctionalInterface
  public interface Check<T> {

    /**
     * Answers what came of it.
     *
     * @throws Exception if it could not be tried: {@link Verdict#INCONCLUSIVE}
     */
    Outcome on(T subject) throws Exception;
  }

  private final String number;
  private final Level level;
  private final String words;
  private final String clause;
  private final String intent;
  private final Check<? super T> check;

  private Rule(
      String number,
      Level level,
      String words,
      String clause,
      String intent,
      Check<? super T> check) {
    if (!number.matches("[A-Z][0-9]{2}")) {
      throw new IllegalArgumentException("not a number of a rule, such as D07: " + number);
    }
    if (!words.matches("[a-z][A-Za-z0-9]*")) {
      throw new IllegalArgumentException("not the name of a rule in camelCase: " + words);
    }
    this.number = number;
    this.level = level;
    this.words = words;
    this.clause = requireNonNull(clause, "clause");
    this.intent = requireNonNull(intent, "intent");
    this.check = requireNonNull(check, "check");
  }

  /**
   * A rule that fails the subject where it does not hold.
   *
   * @param number a letter for the suite and two digits, such as {@code D07}
   * @param words what it asks, in camelCase
   * @param clause where that is written
   * @param intent why it is asked, in a sentence
   * @throws IllegalArgumentException if the number or the words are ill-formed
   */
  public static <T> Rule<T> required(
      String number, String words, String clause, String intent, Check<? super T> check) {
    return new Rule<>(number, Level.REQUIRED, words, clause, intent, check);
  }

  /** A rule that warns the subject where it does not hold; otherwise as {@link #required}. */
  public static <T> Rule<T> optional(
      String number, String words, String clause, String intent, Check<? super T> check) {
    return new Rule<>(number, Level.OPTIONAL, words, clause, intent, check);
  }

  /**
   * A rule that cannot be tried from outside, and is always skipped; otherwise as {@link
   * #required}.
   *
   * @param why why nobody can try it
   */
  public static <T> Rule<T> untested(
      String number, String words, String clause, String intent, String why) {
    return new Rule<>(
        number, Level.UNTESTED, words, clause, intent, subject -> Outcome.skipped(why));
  }

  /** Its number, such as {@code D07}. It is not given to another rule later. */
  public String number() {
    return number;
  }

  /** How much it binds. */
  public Level level() {
    return level;
  }

  /** Its name: level, number and words, such as {@code required_D07_listEndsWithAnEmptyToken}. */
  public String name() {
    return switch (level) {
          case REQUIRED -> "required_";
          case OPTIONAL -> "optional_";
          case UNTESTED -> "untested_";
        }
        + number
        + "_"
        + words;
  }

  /** Where it is written. */
  public String clause() {
    return clause;
  }

  /** Why it is asked, in a sentence. */
  public String intent() {
    return intent;
  }

  /**
   * Tries it. Throws nothing of the check's: a check that throws is {@link Verdict#INCONCLUSIVE},
   * with the kind of the exception as detail (its message may hold what was sent).
   */
  public Outcome check(T subject) {
    Outcome outcome;
    try {
      outcome = requireNonNull(check.on(subject));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.inconclusive("interrupted");
    } catch (Exception e) {
      return Outcome.inconclusive("could not be tried: " + e.getClass().getName());
    }
    return outcome.verdict() == Verdict.FAIL && level == Level.OPTIONAL
        ? new Outcome(Verdict.WARN, outcome.detail())
        : outcome;
  }

  /** Its name. */
  @Override
  public String toString() {
    return name();
  }
}
