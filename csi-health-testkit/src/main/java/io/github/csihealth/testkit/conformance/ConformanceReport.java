package io.github.csihealth.testkit.conformance;

import static java.util.Objects.requireNonNull;

import java.io.StringWriter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * What came of a run of a suite, for people ({@link #toText()}) and for build servers ({@link
 * #toJunitXml()}).
 *
 * <p>Immutable.
 */
public final class ConformanceReport {

  private final String suite;
  private final List<RuleResult> results;

  /** A report of these results. */
  public ConformanceReport(String suite, List<RuleResult> results) {
    this.suite = requireNonNull(suite, "suite");
    this.results = List.copyOf(results);
  }

  /** All results, in the order of the rules. */
  public List<RuleResult> results() {
    return results;
  }

  /** The results with this verdict, in the order of the rules. */
  public List<RuleResult> with(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).toList();
  }

  /**
   * Whether all that was tried held, and all that applies was tried: no {@link Verdict#FAIL} and no
   * {@link Verdict#INCONCLUSIVE}.
   */
  public boolean conforms() {
    return with(Verdict.FAIL).isEmpty() && with(Verdict.INCONCLUSIVE).isEmpty();
  }

  /** A line for each rule, details below it, and a line of totals. */
  public String toText() {
    StringBuilder text = new StringBuilder(suite).append('\n');
    for (RuleResult result : results) {
      text.append(line(result)).append('\n');
    }
    return text.append(totals()).append('\n').toString();
  }

  /** A result as people read it: one line, and one more for the detail if there is any. */
  public static String line(RuleResult result) {
    String line = String.format("%-12s  %s", result.verdict(), result.rule().name());
    String detail = result.outcome().detail();
    return detail.isEmpty() ? line : line + "\n" + " ".repeat(14) + detail;
  }

  /** How many rules came to which verdict, such as {@code 28 PASS, 1 FAIL, 2 SKIPPED}. */
  public String totals() {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    results.forEach(result -> counts.merge(result.verdict(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .reduce((left, right) -> left + ", " + right)
        .orElse("no rules");
  }

  /**
   * The report in the form that build servers read. FAIL is a failure and INCONCLUSIVE an error;
   * SKIPPED and WARN are skipped, with the verdict in the message. Characters that XML does not
   * have are replaced by {@code U+FFFD}.
   */
  public String toJunitXml() {
    StringWriter out = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", clean(suite));
      xml.writeAttribute("tests", Integer.toString(results.size()));
      xml.writeAttribute("failures", Integer.toString(with(Verdict.FAIL).size()));
      xml.writeAttribute("errors", Integer.toString(with(Verdict.INCONCLUSIVE).size()));
      xml.writeAttribute(
          "skipped", Integer.toString(with(Verdict.SKIPPED).size() + with(Verdict.WARN).size()));
      xml.writeAttribute(
          "time",
          seconds(results.stream().map(RuleResult::time).reduce(Duration.ZERO, Duration::plus)));
      for (RuleResult result : results) {
        write(result, xml);
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a writer into memory does not fail", e);
    }
    return out.append('\n').toString();
  }

  private void write(RuleResult result, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", clean(suite));
    xml.writeAttribute("name", clean(result.rule().name()));
    xml.writeAttribute("time", seconds(result.time()));
    String element =
        switch (result.verdict()) {
          case PASS -> "";
          case FAIL -> "failure";
          case INCONCLUSIVE -> "error";
          case SKIPPED, WARN -> "skipped";
        };
    if (!element.isEmpty()) {
      String detail = clean(result.outcome().detail());
      xml.writeStartElement(element);
      // An attribute keeps no line breaks; the text below it does.
      xml.writeAttribute("message", result.verdict() + ": " + detail.replace('\n', ' '));
      xml.writeCharacters(detail);
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9);
  }

  /** XML 1.0 has no control characters but three, no lone surrogates, no U+FFFE and U+FFFF. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().map(ConformanceReport::inXml).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static int inXml(int character) {
    boolean written =
        character == '\t'
            || character == '\n'
            || character == '\r'
            || (character >= 0x20 && character <= 0xD7FF)
            || (character >= 0xE000 && character <= 0xFFFD)
            || character >= 0x10000;
    return written ? character : 0xFFFD;
  }

  /** The suite's name and the totals. */
  @Override
  public String toString() {
    return suite + ": " + totals();
  }
}
