package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.TypeSpec.Freeform.FREEFORM;
import static io.github.csihealth.testkit.apiserver.TypeSpec.Scalar.BOOL;
import static io.github.csihealth.testkit.apiserver.TypeSpec.Scalar.INTEGER;
import static io.github.csihealth.testkit.apiserver.TypeSpec.Scalar.QUANTITY;
import static io.github.csihealth.testkit.apiserver.TypeSpec.Scalar.STRING;
import static io.github.csihealth.testkit.apiserver.TypeSpec.Scalar.TIME;
import static io.github.csihealth.testkit.apiserver.TypeSpec.always;
import static io.github.csihealth.testkit.apiserver.TypeSpec.atomicList;
import static io.github.csihealth.testkit.apiserver.TypeSpec.atomicStruct;
import static io.github.csihealth.testkit.apiserver.TypeSpec.keyedList;
import static io.github.csihealth.testkit.apiserver.TypeSpec.mergingList;
import static io.github.csihealth.testkit.apiserver.TypeSpec.mergingSet;
import static io.github.csihealth.testkit.apiserver.TypeSpec.openStruct;
import static io.github.csihealth.testkit.apiserver.TypeSpec.struct;
import static io.github.csihealth.testkit.apiserver.TypeSpec.unlessEmpty;
import static io.github.csihealth.testkit.apiserver.TypeSpec.whenSet;

import io.github.csihealth.testkit.apiserver.TypeSpec.Field;
import io.github.csihealth.testkit.apiserver.TypeSpec.Mapped;
import io.github.csihealth.testkit.apiserver.TypeSpec.Struct;

/**
 * The types of the served resources, as in the Kubernetes API v1.37.
 *
 * <p>Metadata, claims, CSINodes, volume and pod statuses are spelled out as far as a health writer
 * can meet them. A pod's spec, its container statuses and volume sources other than CSI are stored
 * as they come.
 */
final class Schemas {
  private static final Mapped STRINGS = new Mapped(STRING);
  private static final Mapped QUANTITIES = new Mapped(QUANTITY);

  private static final Struct OWNER_REFERENCE =
      atomicStruct(
          always("apiVersion", STRING),
          always("kind", STRING),
          always("name", STRING),
          always("uid", STRING),
          whenSet("controller", BOOL),
          whenSet("blockOwnerDeletion", BOOL));

  private static final Struct METADATA =
      struct(
          unlessEmpty("name", STRING),
          unlessEmpty("generateName", STRING),
          unlessEmpty("namespace", STRING),
          unlessEmpty("selfLink", STRING),
          unlessEmpty("uid", STRING),
          unlessEmpty("resourceVersion", STRING),
          unlessEmpty("generation", INTEGER),
          unlessEmpty("creationTimestamp", TIME),
          whenSet("deletionTimestamp", TIME),
          whenSet("deletionGracePeriodSeconds", INTEGER),
          unlessEmpty("labels", STRINGS),
          unlessEmpty("annotations", STRINGS),
          unlessEmpty("ownerReferences", mergingList(OWNER_REFERENCE, "uid", "uid")),
          unlessEmpty("finalizers", mergingSet(STRING)),
          unlessEmpty("managedFields", atomicList(FREEFORM)));

  // Claims and pods name two list keys but one merge key; the shipped API really differs here.
  private static final TypeSpec VOLUME_HEALTH_CONDITIONS =
      mergingList(
          struct(
              always("status", STRING), always("reason", STRING), unlessEmpty("message", STRING)),
          "status",
          "status",
          "reason");

  private static final Struct CLAIM_HEALTH =
      struct(
          unlessEmpty("healthConditions", VOLUME_HEALTH_CONDITIONS),
          always("lastTransitionTime", TIME));

  private static final Struct POD_VOLUME_HEALTH =
      struct(
          always("name", STRING),
          unlessEmpty("healthConditions", VOLUME_HEALTH_CONDITIONS),
          always("lastTransitionTime", TIME));

  private static final Struct STORAGE_HEALTH =
      struct(
          always("name", STRING),
          unlessEmpty(
              "healthConditions",
              atomicList(
                  struct(
                      always("status", STRING),
                      always("reason", STRING),
                      unlessEmpty("message", STRING),
                      whenSet("accessMode", STRING),
                      whenSet("volumeMode", STRING),
                      always("lastTransitionTime", TIME)))));

  private static final TypeSpec CLAIM_CONDITIONS =
      mergingList(
          struct(
              always("type", STRING),
              always("status", STRING),
              always("lastProbeTime", TIME),
              always("lastTransitionTime", TIME),
              unlessEmpty("reason", STRING),
              unlessEmpty("message", STRING)),
          "type",
          "type");

  private static final TypeSpec POD_CONDITIONS =
      mergingList(
          struct(
              always("type", STRING),
              unlessEmpty("observedGeneration", INTEGER),
              always("status", STRING),
              always("lastProbeTime", TIME),
              always("lastTransitionTime", TIME),
              unlessEmpty("reason", STRING),
              unlessEmpty("message", STRING)),
          "type",
          "type");

  private static final Field[] OBJECT_REFERENCE = {
    unlessEmpty("kind", STRING),
    unlessEmpty("namespace", STRING),
    unlessEmpty("name", STRING),
    unlessEmpty("uid", STRING),
    unlessEmpty("apiVersion", STRING),
    unlessEmpty("resourceVersion", STRING),
    unlessEmpty("fieldPath", STRING)
  };

  private static final Struct SECRET_REFERENCE =
      atomicStruct(unlessEmpty("name", STRING), unlessEmpty("namespace", STRING));

  private static final Struct LABEL_SELECTOR =
      atomicStruct(
          unlessEmpty("matchLabels", STRINGS),
          unlessEmpty(
              "matchExpressions",
              atomicList(
                  struct(
                      always("key", STRING),
                      always("operator", STRING),
                      unlessEmpty("values", atomicList(STRING))))));

  private static final Struct CSI_SOURCE =
      struct(
          always("driver", STRING),
          always("volumeHandle", STRING),
          unlessEmpty("readOnly", BOOL),
          unlessEmpty("fsType", STRING),
          unlessEmpty("volumeAttributes", STRINGS),
          whenSet("controllerPublishSecretRef", SECRET_REFERENCE),
          whenSet("nodeStageSecretRef", SECRET_REFERENCE),
          whenSet("nodePublishSecretRef", SECRET_REFERENCE),
          whenSet("controllerExpandSecretRef", SECRET_REFERENCE),
          whenSet("nodeExpandSecretRef", SECRET_REFERENCE));

  static final Struct CLAIM =
      object(
          always(
              "spec",
              struct(
                  unlessEmpty("accessModes", atomicList(STRING)),
                  whenSet("selector", LABEL_SELECTOR),
                  always(
                      "resources",
                      struct(
                          unlessEmpty("limits", QUANTITIES), unlessEmpty("requests", QUANTITIES))),
                  unlessEmpty("volumeName", STRING),
                  whenSet("storageClassName", STRING),
                  whenSet("volumeMode", STRING),
                  whenSet(
                      "dataSource",
                      atomicStruct(
                          whenSet("apiGroup", STRING),
                          always("kind", STRING),
                          always("name", STRING))),
                  whenSet(
                      "dataSourceRef",
                      struct(
                          whenSet("apiGroup", STRING),
                          always("kind", STRING),
                          always("name", STRING),
                          whenSet("namespace", STRING))),
                  whenSet("volumeAttributesClassName", STRING))),
          always(
              "status",
              struct(
                  unlessEmpty("phase", STRING),
                  unlessEmpty("accessModes", atomicList(STRING)),
                  unlessEmpty("capacity", QUANTITIES),
                  unlessEmpty("conditions", CLAIM_CONDITIONS),
                  unlessEmpty("allocatedResources", QUANTITIES),
                  unlessEmpty("allocatedResourceStatuses", STRINGS),
                  whenSet("currentVolumeAttributesClassName", STRING),
                  whenSet(
                      "modifyVolumeStatus",
                      struct(
                          unlessEmpty("targetVolumeAttributesClassName", STRING),
                          always("status", STRING))),
                  whenSet("healthStatus", CLAIM_HEALTH))));

  static final Struct VOLUME =
      object(
          always(
              "spec",
              struct(
                  unlessEmpty("capacity", QUANTITIES),
                  whenSet("gcePersistentDisk", FREEFORM),
                  whenSet("awsElasticBlockStore", FREEFORM),
                  whenSet("hostPath", FREEFORM),
                  whenSet("glusterfs", FREEFORM),
                  whenSet("nfs", FREEFORM),
                  whenSet("rbd", FREEFORM),
                  whenSet("iscsi", FREEFORM),
                  whenSet("cinder", FREEFORM),
                  whenSet("cephfs", FREEFORM),
                  whenSet("fc", FREEFORM),
                  whenSet("flocker", FREEFORM),
                  whenSet("flexVolume", FREEFORM),
                  whenSet("azureFile", FREEFORM),
                  whenSet("vsphereVolume", FREEFORM),
                  whenSet("quobyte", FREEFORM),
                  whenSet("azureDisk", FREEFORM),
                  whenSet("photonPersistentDisk", FREEFORM),
                  whenSet("portworxVolume", FREEFORM),
                  whenSet("scaleIO", FREEFORM),
                  whenSet("local", FREEFORM),
                  whenSet("storageos", FREEFORM),
                  whenSet("csi", CSI_SOURCE),
                  unlessEmpty("accessModes", atomicList(STRING)),
                  whenSet("claimRef", struct(OBJECT_REFERENCE)),
                  unlessEmpty("persistentVolumeReclaimPolicy", STRING),
                  unlessEmpty("storageClassName", STRING),
                  unlessEmpty("mountOptions", atomicList(STRING)),
                  whenSet("volumeMode", STRING),
                  whenSet("nodeAffinity", FREEFORM),
                  whenSet("volumeAttributesClassName", STRING))),
          always(
              "status",
              struct(
                  unlessEmpty("phase", STRING),
                  unlessEmpty("message", STRING),
                  unlessEmpty("reason", STRING),
                  whenSet("lastPhaseTransitionTime", TIME))));

  static final Struct POD =
      object(
          always("spec", openStruct()),
          always(
              "status",
              struct(
                  unlessEmpty("observedGeneration", INTEGER),
                  unlessEmpty("phase", STRING),
                  unlessEmpty("conditions", POD_CONDITIONS),
                  unlessEmpty("message", STRING),
                  unlessEmpty("reason", STRING),
                  unlessEmpty("nominatedNodeName", STRING),
                  unlessEmpty("hostIP", STRING),
                  unlessEmpty("hostIPs", FREEFORM),
                  unlessEmpty("podIP", STRING),
                  unlessEmpty("podIPs", FREEFORM),
                  whenSet("startTime", TIME),
                  unlessEmpty("initContainerStatuses", FREEFORM),
                  unlessEmpty("containerStatuses", FREEFORM),
                  unlessEmpty("qosClass", STRING),
                  unlessEmpty("ephemeralContainerStatuses", FREEFORM),
                  unlessEmpty("resize", STRING),
                  unlessEmpty("resourceClaimStatuses", FREEFORM),
                  whenSet("extendedResourceClaimStatus", FREEFORM),
                  unlessEmpty("allocatedResources", QUANTITIES),
                  whenSet("resources", FREEFORM),
                  unlessEmpty("nodeAllocatableResourceClaimStatuses", FREEFORM),
                  unlessEmpty("volumeHealth", keyedList(POD_VOLUME_HEALTH, "name")))));

  static final Struct CSI_NODE =
      object(
          always(
              "spec",
              struct(
                  always(
                      "drivers",
                      mergingList(
                          struct(
                              always("name", STRING),
                              always("nodeID", STRING),
                              always("topologyKeys", atomicList(STRING)),
                              whenSet("allocatable", struct(whenSet("count", INTEGER)))),
                          "name",
                          "name")))),
          always(
              "status",
              struct(unlessEmpty("storageHealth", mergingList(STORAGE_HEALTH, "name", "name")))));

  static final Struct EVENT =
      struct(
          unlessEmpty("kind", STRING),
          unlessEmpty("apiVersion", STRING),
          always("metadata", METADATA),
          always("involvedObject", atomicStruct(OBJECT_REFERENCE)),
          unlessEmpty("reason", STRING),
          unlessEmpty("message", STRING),
          always("source", struct(unlessEmpty("component", STRING), unlessEmpty("host", STRING))),
          always("firstTimestamp", TIME),
          always("lastTimestamp", TIME),
          unlessEmpty("count", INTEGER),
          unlessEmpty("type", STRING),
          always("eventTime", FREEFORM),
          whenSet("series", FREEFORM),
          unlessEmpty("action", STRING),
          whenSet("related", atomicStruct(OBJECT_REFERENCE)),
          always("reportingComponent", STRING),
          always("reportingInstance", STRING));

  // Times with microseconds are stored as they come.
  static final Struct LEASE =
      struct(
          unlessEmpty("kind", STRING),
          unlessEmpty("apiVersion", STRING),
          always("metadata", METADATA),
          always(
              "spec",
              struct(
                  whenSet("holderIdentity", STRING),
                  whenSet("leaseDurationSeconds", INTEGER),
                  whenSet("acquireTime", FREEFORM),
                  whenSet("renewTime", FREEFORM),
                  whenSet("leaseTransitions", INTEGER),
                  whenSet("strategy", STRING),
                  whenSet("preferredHolder", STRING))));

  private Schemas() {}

  private static Struct object(Field spec, Field status) {
    return struct(
        unlessEmpty("kind", STRING),
        unlessEmpty("apiVersion", STRING),
        always("metadata", METADATA),
        spec,
        status);
  }
}
