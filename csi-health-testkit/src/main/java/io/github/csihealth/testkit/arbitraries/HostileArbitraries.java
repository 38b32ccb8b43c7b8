package io.github.csihealth.testkit.arbitraries;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * What drivers should not report, and a reader has to stand. Each sample holds every flaw that was
 * asked for, also after shrinking, and no other; beside it stand up to 3 conditions that are right,
 * in any place. Without a flaw named, each sample holds one or more of those that can be in it.
 *
 * <pre>{@code
 * Arbitrary<VolumeHealthReport> reports =
 *     HostileArbitraries.reports("vol-1", Flaw.DUPLICATE_KEY, Flaw.UNKNOWN_STATUS);
 * }</pre>
 */
public final class HostileArbitraries {

  private static final int UNKNOWN_FROM = 4;

  private static final Set<Flaw> OF_REPORTS =
      EnumSet.complementOf(EnumSet.of(Flaw.UNUSABLE_CAPABILITY));

  private static final Set<Flaw> OF_VOLUME_MESSAGES =
      EnumSet.complementOf(EnumSet.of(Flaw.UNUSABLE_CAPABILITY, Flaw.LONE_SURROGATE));

  private static final Set<Flaw> OF_STORAGE_REPORTS =
      EnumSet.complementOf(EnumSet.of(Flaw.UNUSABLE_CAPABILITY, Flaw.WRONG_VOLUME_ID));

  private static final Set<Flaw> OF_STORAGE_MESSAGES =
      EnumSet.complementOf(EnumSet.of(Flaw.LONE_SURROGATE, Flaw.WRONG_VOLUME_ID));

  private HostileArbitraries() {}

  /**
   * Reports of a volume.
   *
   * @param volumeId the volume that the driver was asked about
   * @param flaws any but {@link Flaw#UNUSABLE_CAPABILITY}
   * @throws IllegalArgumentException if such a report cannot hold the flaw
   */
  public static Arbitrary<VolumeHealthReport> reports(String volumeId, Flaw... flaws) {
    return some(OF_REPORTS, flaws, asked -> reports(volumeId, asked));
  }

  /**
   * The health of a volume, as a message.
   *
   * @param volumeId the volume that the driver was asked about
   * @param flaws any but {@link Flaw#UNUSABLE_CAPABILITY} and {@link Flaw#LONE_SURROGATE}
   * @throws IllegalArgumentException if such a message cannot hold the flaw
   */
  public static Arbitrary<VolumeHealth> volumeHealth(String volumeId, Flaw... flaws) {
    return some(
        OF_VOLUME_MESSAGES, flaws, asked -> reports(volumeId, asked).map(HealthMapping::toMessage));
  }

  /**
   * Reports of a storage backend.
   *
   * @param flaws any but {@link Flaw#UNUSABLE_CAPABILITY} and {@link Flaw#WRONG_VOLUME_ID}
   * @throws IllegalArgumentException if such a report cannot hold the flaw
   */
  public static Arbitrary<StorageHealthReport> storageReports(Flaw... flaws) {
    return some(
        OF_STORAGE_REPORTS,
        flaws,
        asked ->
            together(
                    asked,
                    HostileArbitraries::storageCondition,
                    StorageHealthCondition::key,
                    HealthArbitraries.storageHealthReports().map(right -> few(right.conditions())))
                .map(StorageHealthReport::of));
  }

  /**
   * Answers of a storage backend, as messages.
   *
   * @param flaws any but {@link Flaw#LONE_SURROGATE} and {@link Flaw#WRONG_VOLUME_ID}
   * @throws IllegalArgumentException if such a message cannot hold the flaw
   */
  public static Arbitrary<NodeGetStorageHealthResponse> storageHealth(Flaw... flaws) {
    return some(OF_STORAGE_MESSAGES, flaws, HostileArbitraries::storageResponses);
  }

  /**
   * The bytes of an answer that names this volume once, with invalid UTF-8 in a reason, a message
   * or the volume's id. They parse as none of the three responses that carry the health of a
   * volume: ControllerGetVolumeHealth, ControllerListVolumeHealth and NodeGetVolumeHealth have it
   * in the same place. Bytes, since no message object can hold them: a server that sends them needs
   * a marshaller of bytes.
   */
  public static Arbitrary<ByteString> invalidUtf8(String volumeId) {
    Arbitrary<ByteString> broken =
        Arbitraries.of(
            bytes(0xff), // never a byte of UTF-8
            bytes('a', 0xe2, 0x82), // ends within a character
            bytes(0xc0, 0xaf), // longer than it need be
            bytes(0xed, 0xa0, 0x80)); // half a surrogate pair
    return Combinators.combine(broken, Arbitraries.integers().between(1, 3))
        .as(
            (text, field) -> {
              ByteString right = ByteString.copyFromUtf8("DiskSlow");
              ByteString entry =
                  field == 1
                      ? message(2, right)
                      : message(2, field == 2 ? text : right)
                          .concat(message(3, field == 3 ? text : right));
              ByteString id = field == 1 ? text : ByteString.copyFromUtf8(volumeId);
              return message(1, message(1, id).concat(message(2, entry)));
            });
  }

  private static ByteString bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return ByteString.copyFrom(bytes);
  }

  /** A message with one field, written as the wire has it, without the checks of a message. */
  private static ByteString message(int field, ByteString value) {
    return UnknownFieldSet.newBuilder()
        .addField(field, UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build())
        .build()
        .toByteString();
  }

  // ---- How samples are put together: flawed entries, and right ones that do not touch them

  /** An entry before it becomes a condition or a message; numbers 1 and 2 are known to both. */
  private record Entry(int status, String reason, String message) {}

  private static <T> Arbitrary<T> some(
      Set<Flaw> possible, Flaw[] flaws, Function<Set<Flaw>, Arbitrary<T>> samples) {
    for (Flaw flaw : flaws) {
      if (!possible.contains(flaw)) {
        throw new IllegalArgumentException(
            flaw + " cannot be in such a sample; what can is " + possible);
      }
    }
    return flaws.length > 0
        ? samples.apply(EnumSet.copyOf(List.of(flaws)))
        : Arbitraries.of(possible)
            .set()
            .ofMinSize(1)
            .ofMaxSize(3)
            .flatMap(asked -> samples.apply(EnumSet.copyOf(asked)));
  }

  private static Arbitrary<VolumeHealthReport> reports(String volumeId, Set<Flaw> flaws) {
    Arbitrary<String> ids =
        flaws.contains(Flaw.WRONG_VOLUME_ID)
            ? Arbitraries.of("", "not-" + volumeId, volumeId + " ", volumeId + "-2")
            : Arbitraries.just(volumeId);
    Arbitrary<List<VolumeHealthCondition>> conditions =
        together(
            flaws,
            HostileArbitraries::condition,
            VolumeHealthCondition::key,
            HealthArbitraries.reportedConditions().map(HostileArbitraries::few));
    return Combinators.combine(ids, conditions).as(VolumeHealthReport::of);
  }

  private static VolumeHealthCondition condition(Entry entry) {
    return VolumeHealthCondition.of(
        HealthMapping.toStatus(entry.status), entry.reason, entry.message);
  }

  private static StorageHealthCondition storageCondition(Entry entry) {
    return StorageHealthCondition.of(
        HealthMapping.toStorageStatus(entry.status), entry.reason, entry.message);
  }

  private static Arbitrary<NodeGetStorageHealthResponse> storageResponses(Set<Flaw> flaws) {
    Arbitrary<List<StorageBackendHealth>> unusable =
        flaws.contains(Flaw.UNUSABLE_CAPABILITY)
            ? unusableCapabilities()
                .map(
                    capability ->
                        List.of(
                            message(new Entry(1, "Unusable", "")).toBuilder()
                                .setVolumeCapability(capability)
                                .build()))
            : Arbitraries.just(List.of());
    return Combinators.combine(
            unusable,
            together(
                flaws,
                HostileArbitraries::message,
                entry -> entry.toBuilder().clearMessage().build(),
                CsiArbitraries.storageEntries(3)))
        .as(
            (capability, others) ->
                NodeGetStorageHealthResponse.newBuilder()
                    .addAllBackendHealth(capability)
                    .addAllBackendHealth(others)
                    .build());
  }

  private static Arbitrary<VolumeCapability> unusableCapabilities() {
    VolumeCapability.Builder noType = VolumeCapability.newBuilder();
    noType.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
    VolumeCapability.Builder laterMode = VolumeCapability.newBuilder();
    laterMode.getMountBuilder();
    laterMode.getAccessModeBuilder().setModeValue(99);
    VolumeCapability.Builder noMode = VolumeCapability.newBuilder();
    noMode.getBlockBuilder();
    return Arbitraries.of(
        noType.build(), laterMode.build(), noMode.build(), VolumeCapability.getDefaultInstance());
  }

  private static StorageBackendHealth message(Entry entry) {
    return StorageBackendHealth.newBuilder()
        .setStatusValue(entry.status)
        .setReason(entry.reason)
        .setMessage(entry.message)
        .build();
  }

  private static <E, K> Arbitrary<List<E>> together(
      Set<Flaw> flaws, Function<Entry, E> form, Function<E, K> key, Arbitrary<List<E>> right) {
    Arbitrary<List<Entry>> flawed = Arbitraries.just(List.of());
    for (Flaw flaw : flaws) {
      flawed =
          Combinators.combine(flawed, entries(flaw))
              .as(HostileArbitraries::both)
              .withoutEdgeCases();
    }
    return Combinators.combine(flawed, right, Arbitraries.integers().between(0, 20))
        .as(
            (wrong, others, turn) -> {
              List<E> all = new ArrayList<>(wrong.stream().map(form).toList());
              Set<K> taken = new HashSet<>(all.stream().map(key).toList());
              others.stream().filter(other -> !taken.contains(key.apply(other))).forEach(all::add);
              Collections.rotate(all, turn);
              return all;
            });
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static <E> List<E> few(List<E> list) {
    return list.subList(0, Math.min(3, list.size()));
  }

  /** The entries in which the flaw is, under keys that no other flaw's entries have. */
  private static Arbitrary<List<Entry>> entries(Flaw flaw) {
    return switch (flaw) {
      case DUPLICATE_KEY ->
          Combinators.combine(known(), messages(), messages())
              .as((s, a, b) -> List.of(new Entry(s, "Twice", a), new Entry(s, "Twice", b)));
      case UNKNOWN_STATUS ->
          Arbitraries.oneOf(
                  Arbitraries.just(0),
                  Arbitraries.integers().between(UNKNOWN_FROM, 99),
                  Arbitraries.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE))
              .map(status -> List.of(new Entry(status, "Unknown", "")));
      case ILLEGAL_REASON ->
          one(
              Arbitraries.of("", "disk slow", "disk-slow", "9lives", "A:", "_", "Größe", "a\nb")
                  .map(reason -> new Entry(1, reason, "")));
      case LONG_REASON ->
          one(
              Arbitraries.integers()
                  .between(HealthLimits.MAX_REASON_BYTES + 1, 2 * HealthLimits.MAX_REASON_BYTES)
                  .map(length -> new Entry(1, "R".repeat(length), "")));
      case LONG_MESSAGE ->
          one(
              Combinators.combine(
                      Arbitraries.of("é", "€", "😀"), Arbitraries.integers().between(1, 200))
                  .as((c, more) -> new Entry(1, "LongMessage", acrossTheLimit(c, more))));
      case OVER_CSI_LIMIT ->
          one(
              Arbitraries.integers()
                  .between(HealthLimits.MAX_CSI_STRING_BYTES + 1, HealthLimits.MAX_MESSAGE_BYTES)
                  .map(length -> new Entry(1, "OverCsiLimit", "m".repeat(length))));
      case LONE_SURROGATE ->
          one(
              Arbitraries.of("\ud83d", "a\ude00b", "\ude00\ud83d", "end\ud83d")
                  .map(message -> new Entry(1, "Surrogate", message)));
      case TOO_MANY ->
          Arbitraries.integers()
              .between(HealthLimits.MAX_CONDITIONS + 1, HealthLimits.MAX_CONDITIONS + 8)
              .map(
                  size ->
                      IntStream.range(0, size)
                          .mapToObj(i -> new Entry(1, "OneOfMany" + i, ""))
                          .toList());
      case WRONG_VOLUME_ID, UNUSABLE_CAPABILITY -> Arbitraries.just(List.of());
    };
  }

  private static Arbitrary<List<Entry>> one(Arbitrary<Entry> entries) {
    return entries.map(List::of);
  }

  private static Arbitrary<Integer> known() {
    return Arbitraries.of(1, 2);
  }

  private static Arbitrary<String> messages() {
    return Arbitraries.of("", "1 of 3 replicas", "2 of 3 replicas");
  }

  /** One byte and as many characters as fit exactly or not at all, so that one is cut in two. */
  private static String acrossTheLimit(String character, int more) {
    int width = Texts.bytes(character);
    int start = HealthLimits.MAX_MESSAGE_BYTES % width == 0 ? 1 : 0;
    return Texts.fill("x".repeat(start), character, HealthLimits.MAX_MESSAGE_BYTES)
        + character.repeat(more);
  }
}
