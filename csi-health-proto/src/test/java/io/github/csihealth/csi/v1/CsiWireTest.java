package io.github.csihealth.csi.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our csi.proto compiles to the wire of CSI v1.13.0, all of it. */
class CsiWireTest {

  private static final List<String> RECORDED =
      WireOfFacts.lines(Facts.read("csi-v1.13.0-wire.json"));

  @Test
  void isTheRecordedWire() throws Exception {
    assertThat(difference(RECORDED, WireOfDescriptor.lines(compiled())))
        .as("lines with - are recorded and not compiled, lines with + the other way round")
        .isEmpty();
  }

  /** Were the facts read wrongly, both sides could be empty and equal. */
  @Test
  void coversTheWholeSurface() {
    assertThat(RECORDED).filteredOn(line -> line.startsWith("service ")).hasSize(5);
    assertThat(RECORDED).filteredOn(line -> line.startsWith("rpc ")).hasSize(36);
    assertThat(RECORDED).filteredOn(line -> line.startsWith("message ")).hasSize(104);
    assertThat(RECORDED).filteredOn(line -> line.startsWith("enum ")).hasSize(10);
    assertThat(RECORDED).filteredOn(line -> line.startsWith("extension ")).hasSize(7);
    assertThat(RECORDED).filteredOn(line -> line.startsWith("reserved ")).hasSize(5);
    assertThat(RECORDED)
        .contains(
            "rpc csi.v1.Controller.ControllerGetVolumeHealth("
                + "csi.v1.ControllerGetVolumeHealthRequest)"
                + " -> csi.v1.ControllerGetVolumeHealthResponse [alpha_method=true]",
            "field csi.v1.NodeGetStorageHealthRequest.secrets = 1 map map<string, string>"
                + " json secrets [csi_secret=true]",
            "value csi.v1.VolumeHealthErrorType.DATA_LOSS = 3");
  }

  /** The generated descriptor, its options read again with our extensions. */
  private static FileDescriptor compiled() throws Exception {
    FileDescriptor generated = CsiProto.getDescriptor();
    ExtensionRegistry extensions = ExtensionRegistry.newInstance();
    CsiProto.registerAllExtensions(extensions);
    return FileDescriptor.buildFrom(
        FileDescriptorProto.parseFrom(generated.toProto().toByteString(), extensions),
        generated.getDependencies().toArray(FileDescriptor[]::new));
  }

  private static List<String> difference(List<String> recorded, List<String> compiled) {
    List<String> difference = new ArrayList<>();
    minus(recorded, compiled).forEach(line -> difference.add("- " + line));
    minus(compiled, recorded).forEach(line -> difference.add("+ " + line));
    difference.sort(Comparator.comparing((String line) -> line.substring(2)));
    return difference;
  }

  /** Counts repeated lines, unlike removeAll. */
  private static List<String> minus(List<String> lines, List<String> others) {
    List<String> rest = new ArrayList<>(lines);
    others.forEach(rest::remove);
    return rest;
  }
}
