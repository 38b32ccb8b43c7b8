package io.github.csihealth.csi.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.ListVolumesResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.ControllerMode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The withdrawn first attempt at volume health, which CSI v1.3 to v1.12 had as alpha: a {@code
 * VolumeCondition} beside a volume in answers of other calls. CSI v1.13 has reserved its numbers,
 * so it is read from unknown fields and said in the words of today: abnormal is Degraded with
 * {@link #REASON}, not abnormal is an empty list, absent is no health.
 */
final class AlphaVolumeCondition {

  static final String REASON = "VolumeConditionAbnormal";

  /** VOLUME_CONDITION of ControllerServiceCapability.RPC.Type. */
  private static final int CONTROLLER_CAPABILITY = 11;

  /** VOLUME_CONDITION of NodeServiceCapability.RPC.Type. */
  private static final int NODE_CAPABILITY = 4;

  /** volume_condition, in all three messages that had it. */
  private static final int CONDITION = 2;

  private static final int CONDITION_ABNORMAL = 1;
  private static final int CONDITION_MESSAGE = 2;

  private AlphaVolumeCondition() {}

  /**
   * How a controller of these capabilities may be asked. Without GET_VOLUME not at all: what a list
   * leaves out could never be asked about.
   */
  static ControllerMode mode(Set<Integer> capabilities) {
    if (!capabilities.contains(CONTROLLER_CAPABILITY)
        || !capabilities.contains(ControllerServiceCapability.RPC.Type.GET_VOLUME_VALUE)) {
      return ControllerMode.DORMANT;
    }
    return capabilities.contains(ControllerServiceCapability.RPC.Type.LIST_VOLUMES_VALUE)
        ? ControllerMode.LIST
        : ControllerMode.GET;
  }

  /** Whether a node service of these capabilities may be asked for a volume. */
  static boolean onNode(Set<Integer> capabilities) {
    return capabilities.contains(NODE_CAPABILITY)
        && capabilities.contains(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS_VALUE);
  }

  /** The volumes that have a condition, as a page of ControllerListVolumeHealth. */
  static ControllerListVolumeHealthResponse page(ListVolumesResponse volumes) {
    ControllerListVolumeHealthResponse.Builder page =
        ControllerListVolumeHealthResponse.newBuilder().setNextToken(volumes.getNextToken());
    for (ListVolumesResponse.Entry entry : volumes.getEntriesList()) {
      VolumeHealth health =
          health(entry.getVolume().getVolumeId(), entry.getStatus().getUnknownFields());
      if (health != null) {
        page.addEntries(health);
      }
    }
    return page.build();
  }

  /** The volume in the answer, as an answer of ControllerGetVolumeHealth. */
  static ControllerGetVolumeHealthResponse answer(ControllerGetVolumeResponse response) {
    ControllerGetVolumeHealthResponse.Builder answer =
        ControllerGetVolumeHealthResponse.newBuilder();
    VolumeHealth health =
        health(response.getVolume().getVolumeId(), response.getStatus().getUnknownFields());
    return health == null ? answer.build() : answer.setVolumeHealth(health).build();
  }

  /** The volume asked for, as an answer of NodeGetVolumeHealth. */
  static NodeGetVolumeHealthResponse answer(String volumeId, NodeGetVolumeStatsResponse response) {
    NodeGetVolumeHealthResponse.Builder answer = NodeGetVolumeHealthResponse.newBuilder();
    VolumeHealth health = health(volumeId, response.getUnknownFields());
    return health == null ? answer.build() : answer.setVolumeHealth(health).build();
  }

  private static @Nullable VolumeHealth health(String volumeId, UnknownFieldSet fields) {
    List<ByteString> conditions = fields.getField(CONDITION).getLengthDelimitedList();
    if (conditions.isEmpty()) {
      return null;
    }
    VolumeHealth.Builder health = VolumeHealth.newBuilder().setVolumeId(volumeId);
    try {
      // In protobuf, the same message twice is both merged, as one after the other is.
      UnknownFieldSet condition = UnknownFieldSet.parseFrom(ByteString.copyFrom(conditions));
      long abnormal = last(condition.getField(CONDITION_ABNORMAL).getVarintList(), 0L);
      if (abnormal != 0) {
        health.addHealthStatuses(
            VolumeHealthEntry.newBuilder()
                .setStatus(VolumeHealthErrorType.DEGRADED)
                .setReason(REASON)
                .setMessage(
                    text(
                        last(
                            condition.getField(CONDITION_MESSAGE).getLengthDelimitedList(),
                            ByteString.EMPTY))));
      }
    } catch (InvalidProtocolBufferException e) {
      throw new CompletionException(e);
    }
    return health.build();
  }

  private static String text(ByteString bytes) throws InvalidProtocolBufferException {
    if (!bytes.isValidUtf8()) {
      throw new InvalidProtocolBufferException("volume_condition.message is not UTF-8");
    }
    return bytes.toStringUtf8();
  }

  private static <T> T last(List<T> values, T otherwise) {
    return values.isEmpty() ? otherwise : values.get(values.size() - 1);
  }
}
