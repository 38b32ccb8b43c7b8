package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.grpc.Status;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The volumes that a fake driver knows, and its pages over them in the order of their ids. */
final class VolumeBook {

  /** Tokens that can still be continued from; an older one is ABORTED, as a real driver might. */
  private static final int KEPT_TOKENS = 1000;

  private final NavigableMap<String, VolumeHealth> volumes = new TreeMap<>();

  /** The last volume of the page that a token was given with. */
  private final Map<String, String> tokens =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > KEPT_TOKENS;
        }
      };

  private int pageSize;
  private boolean listHealthy;
  private long lastToken;

  synchronized void put(String volumeId, List<VolumeHealthEntry> entries) {
    volumes.put(
        volumeId,
        VolumeHealth.newBuilder().setVolumeId(volumeId).addAllHealthStatuses(entries).build());
  }

  synchronized void remove(String volumeId) {
    volumes.remove(volumeId);
  }

  synchronized boolean holds(String volumeId) {
    return volumes.containsKey(volumeId);
  }

  synchronized void pageSize(int entries) {
    if (entries < 0) {
      throw new IllegalArgumentException("page size is negative: " + entries);
    }
    pageSize = entries;
  }

  synchronized void listHealthy(boolean listed) {
    listHealthy = listed;
  }

  /** The health of one volume, or NOT_FOUND. */
  synchronized VolumeHealth get(String volumeId) {
    if (volumeId.isEmpty()) {
      throw Status.INVALID_ARGUMENT.withDescription("volume_id is empty").asRuntimeException();
    }
    VolumeHealth health = volumes.get(volumeId);
    if (health == null) {
      throw Status.NOT_FOUND.withDescription("no such volume").asRuntimeException();
    }
    return health;
  }

  /** One page; ABORTED for a token that was never given or is too old. */
  synchronized ControllerListVolumeHealthResponse page(ControllerListVolumeHealthRequest request) {
    int limit = limit(request.getMaxEntries());
    ControllerListVolumeHealthResponse.Builder page =
        ControllerListVolumeHealthResponse.newBuilder();
    Iterator<VolumeHealth> rest =
        from(request.getStartingToken()).values().stream().filter(this::isListed).iterator();
    while (rest.hasNext() && page.getEntriesCount() < limit) {
      page.addEntries(rest.next());
    }
    if (rest.hasNext()) {
      String token = "page-" + ++lastToken;
      tokens.put(token, page.getEntries(page.getEntriesCount() - 1).getVolumeId());
      page.setNextToken(token);
    }
    return page.build();
  }

  private int limit(int maxEntries) {
    if (maxEntries < 0) {
      throw Status.INVALID_ARGUMENT.withDescription("max_entries is negative").asRuntimeException();
    }
    int wanted = maxEntries == 0 ? Integer.MAX_VALUE : maxEntries;
    return pageSize == 0 ? wanted : Math.min(wanted, pageSize);
  }

  private NavigableMap<String, VolumeHealth> from(String token) {
    if (token.isEmpty()) {
      return volumes;
    }
    String last = tokens.get(token);
    if (last == null) {
      throw Status.ABORTED
          .withDescription("starting_token cannot be continued from")
          .asRuntimeException();
    }
    return volumes.tailMap(last, false);
  }

  private boolean isListed(VolumeHealth health) {
    return listHealthy || health.getHealthStatusesCount() > 0;
  }
}
