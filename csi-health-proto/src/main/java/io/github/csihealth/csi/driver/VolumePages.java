package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Answers ControllerListVolumeHealth page by page from whatever the health of all volumes is when a
 * page is asked for. Nothing is kept between pages.
 *
 * <p>Volumes are listed in the order of a keyed hash of their ids, and a token names the place of
 * the last one listed. So whatever joins, leaves or changes between two pages, a volume that is
 * there during the whole walk is listed exactly once, and every token leads further. A token has 32
 * characters, however long the ids are.
 *
 * <p>The key is drawn when the object is made: a token of another object, of an earlier run of the
 * driver or of another driver, or any other text is ABORTED, on which the caller starts again.
 *
 * <p>Healthy volumes are left out, as the spec wishes, unless {@link #withHealthy} says otherwise.
 * {@code max_entries} 0 is no limit; yet a page ends before 2 MiB, with a token, since gRPC clients
 * take no more than 4 MiB unless told otherwise.
 *
 * <p>Safe for use by many threads. Source: CSI spec v1.13, ControllerListVolumeHealth; rule C15.
 */
public final class VolumePages {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int PLACE_BYTES = 16;
  private static final int SEAL_BYTES = 8;
  private static final int MAX_PAGE_BYTES = 2 << 20;

  /** Bytes that a page needs for an entry besides the entry: tag and length. */
  private static final int FRAME_BYTES = 8;

  private static final byte[] START = {};

  private final SecretKeySpec key;
  private final boolean listsHealthy;

  private VolumePages(SecretKeySpec key, boolean listsHealthy) {
    this.key = key;
    this.listsHealthy = listsHealthy;
  }

  /** Pages with tokens of their own. */
  public static VolumePages create() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new VolumePages(new SecretKeySpec(key, ALGORITHM), false);
  }

  /** The same, with the same tokens, listing healthy volumes too. */
  public VolumePages withHealthy() {
    return new VolumePages(key, true);
  }

  /**
   * The page asked for.
   *
   * @param volumes all volumes that the driver knows, by id, with their health now
   * @throws StatusRuntimeException INVALID_ARGUMENT if {@code max_entries} is negative, ABORTED if
   *     the token is none of these pages
   * @throws SpecViolationException if an id is empty or over 128 bytes
   */
  public ControllerListVolumeHealthResponse page(
      ControllerListVolumeHealthRequest request, Map<String, VolumeConditions> volumes) {
    return page(start(request), request.getMaxEntries(), volumes);
  }

  /**
   * The place after which the page asked for starts.
   *
   * @throws StatusRuntimeException as {@link #page} does
   */
  byte[] start(ControllerListVolumeHealthRequest request) {
    if (request.getMaxEntries() < 0) {
      throw Status.INVALID_ARGUMENT.withDescription("max_entries is negative").asRuntimeException();
    }
    return request.getStartingToken().isEmpty() ? START : opened(request.getStartingToken());
  }

  ControllerListVolumeHealthResponse page(
      byte[] start, int maxEntries, Map<String, VolumeConditions> volumes) {
    ControllerListVolumeHealthResponse.Builder page =
        ControllerListVolumeHealthResponse.newBuilder();
    int bytes = 0;
    byte[] last = START;
    for (Listed volume : after(start, volumes)) {
      VolumeHealth entry =
          volume.conditions.toMessage(
              "entries[" + page.getEntriesCount() + "].volume_id", volume.id);
      bytes += entry.getSerializedSize() + FRAME_BYTES;
      boolean full =
          page.getEntriesCount() > 0
              && (page.getEntriesCount() == maxEntries || bytes > MAX_PAGE_BYTES);
      if (full) {
        return page.setNextToken(sealed(last)).build();
      }
      page.addEntries(entry);
      last = volume.place;
    }
    return page.build();
  }

  /** What is listed after this place, in order. */
  private List<Listed> after(byte[] start, Map<String, VolumeConditions> volumes) {
    Mac mac = mac();
    List<Listed> listed = new ArrayList<>();
    volumes.forEach(
        (id, conditions) -> {
          if (listsHealthy || !conditions.isHealthy()) {
            byte[] place = Arrays.copyOf(mac.doFinal(utf8(id)), PLACE_BYTES);
            if (Arrays.compareUnsigned(place, start) > 0) {
              listed.add(new Listed(place, id, conditions));
            }
          }
        });
    listed.sort(Comparator.comparing(Listed::place, Arrays::compareUnsigned));
    return listed;
  }

  private String sealed(byte[] place) {
    byte[] token =
        ByteBuffer.allocate(PLACE_BYTES + SEAL_BYTES).put(place).put(seal(place)).array();
    return Base64.getUrlEncoder().encodeToString(token);
  }

  private byte[] opened(String token) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw notOurs();
    }
    byte[] place = Arrays.copyOf(bytes, PLACE_BYTES);
    if (!sealed(place).equals(token)) {
      throw notOurs();
    }
    return place;
  }

  /** Of a place and not of an id: an id of sixteen bytes may look like a place. */
  private byte[] seal(byte[] place) {
    Mac mac = mac();
    mac.update(utf8("place after "));
    return Arrays.copyOf(mac.doFinal(place), SEAL_BYTES);
  }

  private static StatusRuntimeException notOurs() {
    return Status.ABORTED
        .withDescription("starting_token is not valid (any more): start again with an empty one")
        .asRuntimeException();
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has " + ALGORITHM, e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A volume and its place in the order. */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole, never handed out
  private record Listed(byte[] place, String id, VolumeConditions conditions) {}
}
