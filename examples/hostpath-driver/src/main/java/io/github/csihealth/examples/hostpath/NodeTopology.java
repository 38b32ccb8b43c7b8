package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.v1.Topology;
import io.github.csihealth.csi.v1.TopologyRequirement;

/**
 * The one node that a folder can be reached from.
 *
 * @param key of the topology segment whose value is the node's id
 */
record NodeTopology(String key, String nodeId) {

  static NodeTopology of(String driverName, String nodeId) {
    return new NodeTopology(driverName + "/node", nodeId);
  }

  Topology toMessage() {
    return Topology.newBuilder().putSegments(key, nodeId).build();
  }

  /** Whether a volume on this node is where it must be; what is only preferred binds nobody. */
  boolean satisfies(TopologyRequirement requirement) {
    return requirement.getRequisiteCount() == 0
        || requirement.getRequisiteList().contains(toMessage());
  }
}
