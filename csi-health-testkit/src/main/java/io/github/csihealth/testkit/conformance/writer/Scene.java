package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.testkit.apiserver.ApiRequest;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The driver, the cluster and the writer of one rule, and how to wait for them.
 *
 * <p>There is a claim {@code data}, bound to the volume {@code vol-1}, and a claim {@code quiet},
 * bound to one that is always healthy: by the calls for that one, or those that begin a list, the
 * rounds of the writer are counted, however it asks.
 */
final class Scene {

  /** What happens in a rule. It ends early by a {@link RuleEnd}. */
  @FunctionalInterface
  interface Play {
    void on(Scene scene) throws Exception;
  }

  static final String NAMESPACE = "shop";
  static final String CLAIMS = "persistentvolumeclaims";
  static final String VOLUMES = "persistentvolumes";
  static final String DATA = "data";
  static final String VOLUME = "vol-1";
  static final String QUIET_VOLUME = "vol-quiet";
  static final VolumeHealthErrorType DEGRADED = VolumeHealthErrorType.DEGRADED;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int PATIENCE_INTERVALS = 20;
  private static final long POLL_MILLIS = 5;

  final FakeDriver driver = FakeDriver.start();
  final InMemoryApiServer api = InMemoryApiServer.start();
  private final WriterUnderTest subject;
  private @Nullable Running writer;
  private String output = "";

  private Scene(WriterUnderTest subject) {
    this.subject = subject;
    driver.healthy(QUIET_VOLUME);
    bind("quiet", QUIET_VOLUME);
    driver.healthy(VOLUME);
    bind(DATA, VOLUME);
  }

  static Rule<WriterUnderTest> required(
      String number, String words, String clause, String intent, Play play) {
    return Rule.required(number, words, clause, intent, subject -> play(subject, play));
  }

  /** A required rule about what is around a function: for functions that is the kit's. */
  static Rule<WriterUnderTest> requiredOfLoop(
      String number, String words, String clause, String intent, Play play) {
    return Rule.required(number, words, clause, intent, subject -> playLoop(subject, play));
  }

  /** An optional one. */
  static Rule<WriterUnderTest> optionalOfLoop(
      String number, String words, String clause, String intent, Play play) {
    return Rule.optional(number, words, clause, intent, subject -> playLoop(subject, play));
  }

  private static Outcome playLoop(WriterUnderTest subject, Play play) throws Exception {
    return subject.isFunction()
        ? Outcome.skipped("a function has no part in this: the loop around it is the kit's")
        : play(subject, play);
  }

  static Rule<WriterUnderTest> optional(
      String number, String words, String clause, String intent, Play play) {
    return Rule.optional(number, words, clause, intent, subject -> play(subject, play));
  }

  private static Outcome play(WriterUnderTest subject, Play play) throws Exception {
    Scene scene = new Scene(subject);
    try {
      play.on(scene);
      return Outcome.pass();
    } catch (RuleEnd end) {
      return scene.withOutput(end.outcome());
    } finally {
      scene.end();
    }
  }

  private Outcome withOutput(Outcome outcome) {
    String printed = (output + (writer == null ? "" : writer.output())).strip();
    boolean told = outcome.verdict() != Verdict.SKIPPED && !printed.isEmpty();
    return told
        ? new Outcome(
            outcome.verdict(), outcome.detail() + "\nThe writer's last output:\n" + printed)
        : outcome;
  }

  // ---- The driver

  /** What the driver says of a volume from now on; nothing for healthy. */
  void report(String volume, VolumeHealthEntry... entries) {
    driver.setHealth(volume, entries);
  }

  static VolumeHealthEntry degraded(String reason) {
    return FakeDriver.entry(DEGRADED, reason, "");
  }

  /** The driver offers Get alone from now on. */
  void getOnly() {
    driver.controllerCapabilities(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
  }

  // ---- The writer

  Duration interval() {
    return subject.interval();
  }

  /** How long the writer holds back after a dropped write; skips the rule if that is too long. */
  Duration gatePause() {
    return subject
        .gatePause()
        .filter(pause -> pause.compareTo(PATIENCE) <= 0)
        .orElseThrow(
            () ->
                RuleEnd.skipped(
                    "how long the writer holds back is not known, or more than "
                        + PATIENCE.toSeconds()
                        + " s"));
  }

  /** Starts the writer, and waits until it asks for health. */
  void start() throws Exception {
    launch();
    await(
        START_LIMIT,
        () -> pulses() > 0,
        () ->
            RuleEnd.inconclusive(
                "the writer did not ask the driver for health within "
                    + START_LIMIT.toSeconds()
                    + " s"));
  }

  /** Starts the writer, and waits until it lists; skips the rule if it asks by Get only. */
  void startListing() throws Exception {
    start();
    if (driver.calls(LIST_VOLUME_HEALTH) == 0) {
      throw RuleEnd.skipped("the writer asks volume by volume, and does not list");
    }
  }

  /** Starts the writer, and waits for nothing. */
  void launch() throws Exception {
    writer = subject.start(api, driver);
  }

  void stop() throws Exception {
    Running running = writer;
    if (running != null) {
      writer = null;
      output = running.output();
      running.end();
    }
  }

  boolean ended() {
    return writer != null && writer.ended();
  }

  /** How often the writer asked for all there is. */
  private long pulses() {
    return beginnings()
        + driver.requests(GET_VOLUME_HEALTH).stream()
            .filter(request -> request.getVolumeId().equals(QUIET_VOLUME))
            .count();
  }

  /** How often it began a list. */
  long beginnings() {
    return driver.requests(LIST_VOLUME_HEALTH).stream()
        .filter(request -> request.getStartingToken().isEmpty())
        .count();
  }

  /** How often it asked for one volume. */
  long gets(String volume) {
    return driver.requests(GET_VOLUME_HEALTH).stream()
        .filter(request -> request.getVolumeId().equals(volume))
        .count();
  }

  // ---- Waiting

  /** Waits for this many rounds from beginning to end, after the one that is under way. */
  void rounds(int count) throws InterruptedException {
    long wanted = pulses() + count + 1;
    await(
        patience().plus(interval().multipliedBy(count)),
        () -> pulses() >= wanted,
        () -> RuleEnd.inconclusive("the writer stopped asking the driver for health"));
  }

  /** Waits until the driver was asked this by the writer, or the writer has ended by itself. */
  void untilAskedOrEnded(MethodDescriptor<?, ?> method) throws InterruptedException {
    await(
        START_LIMIT,
        () -> driver.calls(method) > 0 || ended(),
        () -> RuleEnd.inconclusive("the writer did not call " + method.getFullMethodName()));
  }

  /** Waits for something that has to come; the rule fails if it does not. */
  void until(String what, BooleanSupplier isSo) throws InterruptedException {
    until(what, Duration.ZERO, isSo);
  }

  /** The same with more patience. */
  void until(String what, Duration more, BooleanSupplier isSo) throws InterruptedException {
    Duration limit = patience().plus(more);
    await(
        limit,
        isSo,
        () -> RuleEnd.failed("not within %d s: %s; %s".formatted(limit.toSeconds(), what, seen())));
  }

  /** Waits until a claim stores these conditions and no others, such as {@code Degraded/Slow}. */
  void untilStored(String claim, String... conditions) throws InterruptedException {
    List<String> expected = List.of(conditions).stream().sorted().toList();
    until("claim " + claim + " stores " + expected, () -> conditions(claim).equals(expected));
  }

  private Duration patience() {
    return PATIENCE.plus(interval().multipliedBy(PATIENCE_INTERVALS));
  }

  /** Waits for a time that nothing else tells the end of, or until the writer has ended. */
  void pause(Duration time) throws InterruptedException {
    pause(time, () -> false);
  }

  /** The same, or until this is so. */
  void pause(Duration time, BooleanSupplier isEnough) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0 && !ended() && !isEnough.getAsBoolean()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private interface Late {
    RuleEnd end();
  }

  private void await(Duration limit, BooleanSupplier isSo, Late late) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!isSo.getAsBoolean()) {
      if (ended()) {
        throw RuleEnd.inconclusive("the writer ended by itself");
      }
      if (System.nanoTime() - end >= 0) {
        throw late.end();
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  // ---- The cluster

  BoundClaim bind(String claim, String volume) {
    return api.boundClaim(NAMESPACE, claim, driver.name(), volume);
  }

  ObjectNode object(String resource, String name) {
    return parse(api.get(resource, NAMESPACE, name).orElse("{}"));
  }

  static ObjectNode parse(String json) {
    JsonNode tree = HealthJson.tree(json.getBytes(UTF_8));
    return tree instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
  }

  /** What a claim stores as its health; a missing node if it stores none. */
  JsonNode health(String claim) {
    return object(CLAIMS, claim).at("/status/healthStatus");
  }

  /** The conditions that a claim stores, such as {@code Degraded/Slow}, in alphabetical order. */
  List<String> conditions(String claim) {
    List<String> conditions = new ArrayList<>();
    health(claim)
        .path("healthConditions")
        .forEach(
            condition ->
                conditions.add(
                    condition.path("status").asText() + "/" + condition.path("reason").asText()));
    return conditions.stream().sorted().toList();
  }

  /** The message of the first condition of this reason. */
  String message(String claim, String reason) {
    for (JsonNode condition : health(claim).path("healthConditions")) {
      if (condition.path("reason").asText().equals(reason)) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  /** The lastTransitionTime that a claim stores; empty if none. */
  String time(String claim) {
    return health(claim).path("lastTransitionTime").asText();
  }

  /** A time in whole seconds, so long after now, as claims store it. */
  static String timeIn(Duration duration) {
    return Instant.now().plus(duration).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Another writer has written one condition to a claim. */
  void seed(String claim, String time, String status, String reason, String message) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode health = patch.withObject("/status/healthStatus").put("lastTransitionTime", time);
    ObjectNode condition = health.putArray("healthConditions").addObject();
    condition.put("status", status).put("reason", reason);
    if (!message.isEmpty()) {
      condition.put("message", message);
    }
    api.patchStatus(CLAIMS, NAMESPACE, claim, patch.toString());
  }

  /** The writes of a claim that reached the API server, whatever came of them. */
  List<ApiRequest> writes(String claim) {
    return api.requests().stream().filter(writesOf(claim)).toList();
  }

  /** Waits until that many writes of a claim were answered: a claim shows its content before. */
  void untilWritten(String claim, int writes) throws InterruptedException {
    until("claim " + claim + " was written", () -> writes(claim).size() >= writes);
  }

  static Predicate<ApiRequest> writesOf(String claim) {
    return request ->
        request.resource().equals(CLAIMS)
            && request.name().equals(claim)
            && (request.verb().equals("patch") || request.verb().equals("update"));
  }

  /** Fails the rule if a claim does not store these conditions and no others. */
  void expectStored(String when, String claim, String... conditions) {
    List<String> expected = List.of(conditions).stream().sorted().toList();
    expect(
        conditions(claim).equals(expected),
        when + ", claim " + claim + " should still store " + expected + "; " + seen());
  }

  /** Fails the rule if this is not so. */
  static void expect(boolean isSo, String otherwise) {
    if (!isSo) {
      throw RuleEnd.failed(otherwise);
    }
  }

  /** Ends the rule without a verdict for a writer that writes what the claim holds already. */
  void expectQuiet(String claim) throws InterruptedException {
    rounds(1);
    int before = writes(claim).size();
    rounds(3);
    if (writes(claim).size() > before) {
      throw RuleEnd.inconclusive("the writer writes reports that have not changed, too");
    }
  }

  private String seen() {
    return "claim %s stores %s after %d writes"
        .formatted(
            DATA,
            health(DATA).isMissingNode() ? "no health" : health(DATA).toString(),
            writes(DATA).size());
  }

  private void end() throws Exception {
    try {
      stop();
    } finally {
      api.close();
      driver.close();
    }
  }
}
