package io.github.csihealth.testkit.conformance.driver;

import static io.github.csihealth.testkit.driver.CsiMethods.CONTROLLER_GET_CAPABILITIES;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_PLUGIN_INFO;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.NODE_GET_CAPABILITIES;
import static io.github.csihealth.testkit.driver.CsiMethods.NODE_GET_STORAGE_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.NODE_GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.conformance.ConformanceReport;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Verdict;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The suite is tested by breaking a good driver in one way, which one rule finds and no other. */
@Timeout(60)
class BrokenDriversTest {

  private static final Map<String, String> SECRETS = Map.of("password", "open sesame");

  /**
   * A driver with one fault.
   *
   * @param rule number of the rule that it breaks
   * @param lies what is broken, given the good driver
   */
  record Broken(String rule, String words, Function<PortDriver, List<ClientInterceptor>> lies) {

    ConformanceReport report() throws Exception {
      try (PortDriver good = new PortDriver()) {
        return DriverConformance.suite()
            .run(
                DriverUnderTest.builder(
                        ClientInterceptors.intercept(good.channel(), lies.apply(good)))
                    .faults(good)
                    .secrets(SECRETS)
                    .build());
      }
    }

    @Override
    public String toString() {
      return rule + " " + words;
    }
  }

  private static Broken broken(String rule, String words, ClientInterceptor... lies) {
    return new Broken(rule, words, good -> List.of(lies));
  }

  private static Set<String> broken(ConformanceReport report) {
    return Stream.of(Verdict.FAIL, Verdict.WARN)
        .flatMap(verdict -> report.with(verdict).stream())
        .map(result -> result.rule().number())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void exactlyTheRuleThatIsBrokenFindsIt(Broken driver) throws Exception {
    ConformanceReport report = driver.report();

    assertThat(broken(report)).as(report.toText()).containsExactly(driver.rule());
    assertThat(report.toText()).doesNotContain(SECRETS.get("password"));
  }

  @Test
  void everyRuleThatIsTestedIsBrokenBySomeDriver() {
    assertThat(drivers().map(Broken::rule).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(
            DriverConformance.suite().rules().stream()
                .filter(rule -> rule.level() != Rule.Level.UNTESTED)
                .map(Rule::number)
                .collect(Collectors.toSet()));
  }

  /** A list whose filter is the wrong way round: healthy volumes alone, with empty lists. */
  @Test
  void knownFault18AListThatLeavesOutTheSickFails() throws Exception {
    Broken inverted =
        new Broken(
            "D28",
            "the filter is the wrong way round",
            good ->
                List.of(
                    Lie.about(
                        LIST_VOLUME_HEALTH,
                        (request, driver) -> {
                          ControllerListVolumeHealthResponse sick =
                              driver.ask(
                                  request.toBuilder()
                                      .setMaxEntries(Math.min(0, request.getMaxEntries()))
                                      .build());
                          ControllerListVolumeHealthResponse.Builder healthy =
                              ControllerListVolumeHealthResponse.newBuilder();
                          others(sick, good).forEach(id -> healthy.addEntries(health(id)));
                          return healthy.build();
                        })));

    ConformanceReport report = inverted.report();

    // And D30, as healthy volumes should not be listed.
    assertThat(broken(report)).as(report.toText()).containsExactly("D28", "D30");
  }

  static Stream<Broken> drivers() {
    return Stream.of(identity(), get(), list(), node(), conditions(), storage(), calls())
        .flatMap(List::stream);
  }

  // ---- Identity

  private static List<Broken> identity() {
    return List.of(
        broken(
            "D01",
            "name ends in a dot",
            Lie.changing(
                GET_PLUGIN_INFO, answer -> answer.toBuilder().setName("example.com.").build())),
        broken(
            "D02",
            "LIST without GET",
            Lie.changing(
                CONTROLLER_GET_CAPABILITIES,
                answer -> without(answer, ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH))),
        broken(
            "D03",
            "list is implemented and not offered",
            Lie.changing(
                CONTROLLER_GET_CAPABILITIES,
                answer ->
                    without(answer, ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH))),
        broken(
            "D03",
            "storage health is implemented and not offered",
            Lie.changing(NODE_GET_CAPABILITIES, BrokenDriversTest::withoutStorageHealth)));
  }

  private static ControllerGetCapabilitiesResponse without(
      ControllerGetCapabilitiesResponse answer, ControllerServiceCapability.RPC.Type type) {
    return ControllerGetCapabilitiesResponse.newBuilder()
        .addAllCapabilities(
            answer.getCapabilitiesList().stream()
                .filter(capability -> capability.getRpc().getType() != type)
                .toList())
        .build();
  }

  private static NodeGetCapabilitiesResponse withoutStorageHealth(
      NodeGetCapabilitiesResponse answer) {
    return NodeGetCapabilitiesResponse.newBuilder()
        .addAllCapabilities(
            answer.getCapabilitiesList().stream()
                .filter(
                    capability ->
                        capability.getRpc().getType()
                            != NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH)
                .toList())
        .build();
  }

  // ---- Get

  private static List<Broken> get() {
    Set<String> everSick = ConcurrentHashMap.newKeySet();
    return List.of(
        broken("D11", "fails", Lie.failing(GET_VOLUME_HEALTH, request -> true, Status.INTERNAL)),
        broken(
            "D12",
            "no volume_health",
            Lie.changing(
                GET_VOLUME_HEALTH, answer -> answer.toBuilder().clearVolumeHealth().build())),
        broken(
            "D13", "another volume", gets(health -> health.toBuilder().setVolumeId("x").build())),
        broken(
            "D14",
            "an unknown volume is healthy",
            Lie.about(
                GET_VOLUME_HEALTH,
                (request, good) -> {
                  try {
                    return good.ask(request);
                  } catch (StatusRuntimeException e) {
                    if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                      throw e;
                    }
                    return answer(health(request.getVolumeId()));
                  }
                })),
        broken(
            "D15",
            "no volume_id is not found",
            Lie.about(
                GET_VOLUME_HEALTH,
                (request, good) ->
                    good.ask(
                        request.getVolumeId().isEmpty()
                            ? request.toBuilder().setVolumeId("none").build()
                            : request))),
        broken(
            "D16",
            "health is a condition",
            gets(
                health -> {
                  if (health.getHealthStatusesCount() > 0) {
                    everSick.add(health.getVolumeId());
                  }
                  return everSick.contains(health.getVolumeId())
                      ? health
                      : health.toBuilder().addHealthStatuses(entry(1, "AllGood", "")).build();
                })),
        broken("D17", "tells no fault", gets(health -> health(health.getVolumeId()))),
        broken("D18", "forgets no fault", gets(remembering())));
  }

  private static Lie<?, ?> gets(UnaryOperator<VolumeHealth> change) {
    return Lie.changing(
        GET_VOLUME_HEALTH, answer -> answer(change.apply(answer.getVolumeHealth())));
  }

  private static ControllerGetVolumeHealthResponse answer(VolumeHealth health) {
    return ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  /** Once sick, always sick. */
  private static UnaryOperator<VolumeHealth> remembering() {
    Map<String, VolumeHealth> sick = new ConcurrentHashMap<>();
    return health -> {
      if (health.getHealthStatusesCount() > 0) {
        sick.put(health.getVolumeId(), health);
      }
      return sick.getOrDefault(health.getVolumeId(), health);
    };
  }

  // ---- List

  private static List<Broken> list() {
    return List.of(
        // Known fault 20: tokens that go round.
        broken(
            "D21",
            "known fault 20: tokens go round",
            Lie.about(
                LIST_VOLUME_HEALTH,
                (request, good) ->
                    good
                        .ask(
                            request.getStartingToken().equals("again")
                                ? request.toBuilder().clearStartingToken().build()
                                : request)
                        .toBuilder()
                        .setNextToken("again")
                        .build())),
        broken(
            "D22",
            "no regard for max_entries",
            Lie.about(
                LIST_VOLUME_HEALTH,
                (request, good) ->
                    good.ask(
                        request.getMaxEntries() > 0
                            ? request.toBuilder().setMaxEntries(0).build()
                            : request))),
        broken(
            "D23",
            "known fault 19: one page of the back end's where no limit is asked for",
            Lie.about(
                LIST_VOLUME_HEALTH,
                (request, good) ->
                    request.getMaxEntries() == 0
                        ? good.ask(request.toBuilder().setMaxEntries(1).build()).toBuilder()
                            .clearNextToken()
                            .build()
                        : good.ask(request))),
        broken(
            "D23",
            "no token after a full page",
            Lie.changing(
                LIST_VOLUME_HEALTH, answer -> answer.toBuilder().clearNextToken().build())),
        broken(
            "D24",
            "long tokens",
            Lie.about(
                LIST_VOLUME_HEALTH,
                (request, good) -> {
                  ControllerListVolumeHealthResponse answer =
                      good.ask(
                          request.toBuilder()
                              .setStartingToken(request.getStartingToken().replace("~", ""))
                              .build());
                  return answer.getNextToken().isEmpty()
                      ? answer
                      : answer.toBuilder()
                          .setNextToken(answer.getNextToken() + "~".repeat(100))
                          .build();
                })),
        broken(
            "D25",
            "known fault 20: an unknown token is an empty success",
            emptyWhere(Status.Code.ABORTED)),
        broken(
            "D26",
            "known fault 20: negative max_entries is an empty success",
            emptyWhere(Status.Code.INVALID_ARGUMENT)),
        broken(
            "D27",
            "an entry without a volume",
            inOnePage(answer -> answer.toBuilder().addEntries(health("")).build())),
        broken(
            "D28",
            "lists nothing",
            Lie.changing(
                LIST_VOLUME_HEALTH,
                answer -> answer.toBuilder().clearEntries().clearNextToken().build())),
        new Broken(
            "D29",
            "the fault of one volume is told of all",
            good ->
                List.of(
                    inOnePage(
                        answer ->
                            answer.getEntriesCount() == 0
                                ? answer
                                : others(
                                    answer, good, answer.getEntries(0).getHealthStatusesList())))),
        new Broken(
            "D30",
            "lists healthy volumes",
            good -> List.of(inOnePage(answer -> others(answer, good, List.of())))),
        broken(
            "D31",
            "other reasons than Get",
            lists(
                health ->
                    health.toBuilder()
                        .setHealthStatuses(
                            0, health.getHealthStatuses(0).toBuilder().setReason("Other"))
                        .build())),
        broken("D32", "forgets no fault", rememberingList()));
  }

  private static Lie<?, ?> emptyWhere(Status.Code code) {
    return Lie.about(
        LIST_VOLUME_HEALTH,
        (request, good) -> {
          try {
            return good.ask(request);
          } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != code) {
              throw e;
            }
            return ControllerListVolumeHealthResponse.getDefaultInstance();
          }
        });
  }

  private static Lie<?, ?> inOnePage(UnaryOperator<ControllerListVolumeHealthResponse> change) {
    return Lie.about(
        LIST_VOLUME_HEALTH,
        (request, good) -> {
          ControllerListVolumeHealthResponse answer = good.ask(request);
          return request.equals(
                  ControllerListVolumeHealthRequest.newBuilder().putAllSecrets(SECRETS).build())
              ? change.apply(answer)
              : answer;
        });
  }

  private static Lie<?, ?> lists(UnaryOperator<VolumeHealth> change) {
    return Lie.changing(
        LIST_VOLUME_HEALTH,
        answer -> {
          ControllerListVolumeHealthResponse.Builder changed = answer.toBuilder().clearEntries();
          answer.getEntriesList().forEach(entry -> changed.addEntries(change.apply(entry)));
          return changed.build();
        });
  }

  private static Lie<?, ?> rememberingList() {
    Map<String, VolumeHealth> sick = new ConcurrentHashMap<>();
    return inOnePage(
        answer -> {
          answer.getEntriesList().forEach(entry -> sick.put(entry.getVolumeId(), entry));
          return answer.toBuilder().clearEntries().addAllEntries(sick.values()).build();
        });
  }

  /** The page, and all volumes that are not on it with these conditions. */
  private static ControllerListVolumeHealthResponse others(
      ControllerListVolumeHealthResponse answer,
      PortDriver good,
      List<VolumeHealthEntry> conditions) {
    ControllerListVolumeHealthResponse.Builder all = answer.toBuilder();
    others(answer, good)
        .forEach(id -> all.addEntriesBuilder().setVolumeId(id).addAllHealthStatuses(conditions));
    return all.build();
  }

  private static Set<String> others(ControllerListVolumeHealthResponse answer, PortDriver good) {
    Set<String> others = new HashSet<>(good.volumes());
    answer.getEntriesList().forEach(entry -> others.remove(entry.getVolumeId()));
    return others;
  }

  // ---- Node

  private static List<Broken> node() {
    return List.of(
        broken(
            "D41",
            "fails for a path",
            Lie.failing(
                NODE_GET_VOLUME_HEALTH,
                request ->
                    request.getVolumePublishPath().startsWith("/")
                        && request.getVolumePublishPath().length() < 128,
                Status.INTERNAL)),
        broken(
            "D42",
            "no volume_health",
            Lie.changing(
                NODE_GET_VOLUME_HEALTH, answer -> answer.toBuilder().clearVolumeHealth().build())),
        broken(
            "D43",
            "another volume",
            nodeTells(health -> health.toBuilder().setVolumeId("x").build())),
        broken(
            "D44",
            "an unknown volume is healthy",
            Lie.about(
                NODE_GET_VOLUME_HEALTH,
                (request, good) -> {
                  try {
                    return good.ask(request);
                  } catch (StatusRuntimeException e) {
                    if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                      throw e;
                    }
                    return nodeAnswer(health(request.getVolumeId()));
                  }
                })),
        broken(
            "D45",
            "no volume_id is not found",
            Lie.about(
                NODE_GET_VOLUME_HEALTH,
                (request, good) ->
                    good.ask(
                        request.getVolumeId().isEmpty()
                            ? request.toBuilder().setVolumeId("none").build()
                            : request))),
        broken(
            "D46",
            "wants a path",
            Lie.failing(
                NODE_GET_VOLUME_HEALTH,
                request -> request.getVolumePublishPath().isEmpty(),
                Status.INVALID_ARGUMENT)),
        broken(
            "D47",
            "takes a relative path",
            Lie.about(
                NODE_GET_VOLUME_HEALTH,
                (request, good) ->
                    good.ask(
                        request.getVolumePublishPath().startsWith("/")
                            ? request
                            : request.toBuilder().clearVolumePublishPath().build()))),
        broken(
            "D48",
            "takes no long path",
            Lie.failing(
                NODE_GET_VOLUME_HEALTH,
                request -> request.getVolumePublishPath().length() >= 128,
                Status.INVALID_ARGUMENT)),
        broken("D49", "forgets no fault", nodeTells(remembering())));
  }

  private static Lie<?, ?> nodeTells(UnaryOperator<VolumeHealth> change) {
    return Lie.changing(
        NODE_GET_VOLUME_HEALTH, answer -> nodeAnswer(change.apply(answer.getVolumeHealth())));
  }

  private static NodeGetVolumeHealthResponse nodeAnswer(VolumeHealth health) {
    return NodeGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  // ---- Conditions

  private static List<Broken> conditions() {
    AtomicInteger calls = new AtomicInteger();
    return List.of(
        everywhere(
            "D51",
            "known fault 1: one key twice, with two messages",
            entry -> List.of(entry, entry.toBuilder().setMessage("m2").build())),
        everywhere(
            "D52",
            "17 conditions",
            entry ->
                IntStream.range(0, 17)
                    .mapToObj(i -> entry.toBuilder().setReason("Reason" + i).build())
                    .toList()),
        everywhere("D53", "known fault 30: path-lost", reason("path-lost")),
        everywhere("D53", "known fault 30: A:", reason("A:")),
        everywhere("D53", "known fault 30: 1Path", reason("1Path")),
        everywhere("D53", "known fault 30: no reason", reason("")),
        broken("D53", "illegal on the node alone", nodeTells(each(reason("path lost")))),
        everywhere("D54", "known fault 30: path_lost", reason("path_lost")),
        everywhere("D54", "known fault 30: A:B", reason("A:B")),
        everywhere("D54", "known fault 30: A,B_", reason("A,B_")),
        everywhere("D55", "a reason of 129 bytes", reason("R".repeat(129))),
        everywhere(
            "D55",
            "a message of 130 bytes in 65 characters",
            entry -> List.of(entry.toBuilder().setMessage("é".repeat(65)).build())),
        everywhere(
            "D56", "status 0", entry -> List.of(entry.toBuilder().setStatusValue(0).build())),
        everywhere(
            "D56", "status 99", entry -> List.of(entry.toBuilder().setStatusValue(99).build())),
        broken(
            "D57",
            "known fault 14: a message that changes",
            gets(
                each(
                    entry ->
                        List.of(
                            entry.toBuilder()
                                .setMessage("node " + calls.incrementAndGet())
                                .build())))));
  }

  private static Function<VolumeHealthEntry, List<VolumeHealthEntry>> reason(String reason) {
    return entry -> List.of(entry.toBuilder().setReason(reason).build());
  }

  private static Broken everywhere(
      String rule, String words, Function<VolumeHealthEntry, List<VolumeHealthEntry>> change) {
    return broken(rule, words, gets(each(change)), lists(each(change)), nodeTells(each(change)));
  }

  private static UnaryOperator<VolumeHealth> each(
      Function<VolumeHealthEntry, List<VolumeHealthEntry>> change) {
    return health -> {
      VolumeHealth.Builder changed = health.toBuilder().clearHealthStatuses();
      health
          .getHealthStatusesList()
          .forEach(entry -> changed.addAllHealthStatuses(change.apply(entry)));
      return changed.build();
    };
  }

  // ---- Storage

  private static List<Broken> storage() {
    AtomicInteger calls = new AtomicInteger();
    AtomicReference<NodeGetStorageHealthResponse> remembered =
        new AtomicReference<>(NodeGetStorageHealthResponse.getDefaultInstance());
    return List.of(
        broken(
            "D61", "fails", Lie.failing(NODE_GET_STORAGE_HEALTH, request -> true, Status.INTERNAL)),
        broken(
            "D62",
            "tells no fault",
            Lie.changing(
                NODE_GET_STORAGE_HEALTH,
                answer -> NodeGetStorageHealthResponse.getDefaultInstance())),
        storage(
            "D63",
            "known fault 44: one key twice",
            entry -> List.of(entry, entry.toBuilder().setMessage("m2").build())),
        storage(
            "D64",
            "18 conditions",
            entry ->
                IntStream.range(0, 9)
                    .mapToObj(i -> entry.toBuilder().setReason("Reason" + i).build())
                    .toList()),
        storage(
            "D65",
            "known fault 30: paths-lost",
            entry -> List.of(entry.toBuilder().setReason("paths-lost").build())),
        storage(
            "D66",
            "known fault 30: paths_lost",
            entry -> List.of(entry.toBuilder().setReason("paths_lost").build())),
        storage(
            "D67",
            "a message of 129 bytes",
            entry -> List.of(entry.toBuilder().setMessage("m".repeat(129)).build())),
        storage("D68", "status 3", entry -> List.of(entry.toBuilder().setStatusValue(3).build())),
        storage(
            "D69",
            "no access type",
            entry -> List.of(withCapability(entry, capability -> capability.clearAccessType()))),
        storage(
            "D69",
            "access mode UNKNOWN",
            entry -> List.of(withCapability(entry, capability -> capability.clearAccessMode()))),
        broken(
            "D70",
            "forgets no fault",
            Lie.changing(
                NODE_GET_STORAGE_HEALTH,
                answer -> {
                  if (answer.getBackendHealthCount() > 0) {
                    remembered.set(answer);
                  }
                  return remembered.get();
                })),
        storage(
            "D71",
            "known fault 14: a message that changes",
            entry ->
                List.of(entry.toBuilder().setMessage("node " + calls.incrementAndGet()).build())));
  }

  private static Broken storage(
      String rule,
      String words,
      Function<StorageBackendHealth, List<StorageBackendHealth>> change) {
    return broken(
        rule,
        words,
        Lie.changing(
            NODE_GET_STORAGE_HEALTH,
            answer -> {
              NodeGetStorageHealthResponse.Builder changed =
                  NodeGetStorageHealthResponse.newBuilder();
              answer
                  .getBackendHealthList()
                  .forEach(entry -> changed.addAllBackendHealth(change.apply(entry)));
              return changed.build();
            }));
  }

  private static StorageBackendHealth withCapability(
      StorageBackendHealth entry, UnaryOperator<VolumeCapability.Builder> change) {
    int mode = entry.getVolumeCapability().getAccessMode().getModeValue();
    return entry.toBuilder()
        .setReason(entry.getReason() + mode) // else two entries may become one key
        .setVolumeCapability(change.apply(entry.getVolumeCapability().toBuilder()))
        .build();
  }

  // ---- Calls

  private static List<Broken> calls() {
    Metadata details = new Metadata();
    details.put(
        Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
        "details".getBytes(StandardCharsets.UTF_8));
    return List.of(
        broken("D81", "one call at a time", new OneAtATime()),
        broken(
            "D82",
            "a secret in a message",
            Lie.about(
                GET_VOLUME_HEALTH,
                (request, good) ->
                    answer(
                        each(entry ->
                                List.of(
                                    entry.toBuilder()
                                        .setMessage("with " + request.getSecretsMap())
                                        .build()))
                            .apply(good.ask(request).getVolumeHealth())))),
        broken(
            "D82",
            "a secret in the description of an error",
            Lie.about(
                LIST_VOLUME_HEALTH,
                (request, good) -> {
                  try {
                    return good.ask(request);
                  } catch (StatusRuntimeException e) {
                    throw e.getStatus()
                        .withDescription("password " + request.getSecretsMap().get("password"))
                        .asRuntimeException();
                  }
                })),
        broken(
            "D82",
            "a secret in a condition of the storage",
            Lie.about(
                NODE_GET_STORAGE_HEALTH,
                (request, good) -> {
                  NodeGetStorageHealthResponse.Builder answer = good.ask(request).toBuilder();
                  answer
                      .getBackendHealthBuilderList()
                      .forEach(
                          entry ->
                              entry.setMessage(
                                  "with " + String.join(", ", request.getSecretsMap().values())));
                  return answer.build();
                })),
        broken(
            "D83",
            "an error without words",
            failures(e -> e.getStatus().withDescription(null).asRuntimeException())),
        broken(
            "D84",
            "an error with details",
            failures(e -> e.getStatus().asRuntimeException(details))));
  }

  private static Lie<?, ?> failures(UnaryOperator<StatusRuntimeException> change) {
    return Lie.about(
        NODE_GET_VOLUME_HEALTH,
        (request, good) -> {
          try {
            return good.ask(request);
          } catch (StatusRuntimeException e) {
            throw change.apply(e);
          }
        });
  }

  /** Of calls that do not wait for each other, none is answered in time. */
  private static final class OneAtATime implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      // A call that blocks its caller runs on an executor of its own.
      return next.newCall(
          method,
          options.getExecutor() == null
              ? options.withDeadlineAfter(-1, TimeUnit.SECONDS)
              : options);
    }
  }
}
