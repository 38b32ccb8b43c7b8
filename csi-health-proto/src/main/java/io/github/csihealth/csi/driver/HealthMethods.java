package io.github.csihealth.csi.driver;

import com.google.protobuf.Message;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;

/**
 * The health methods of one service, alone or added to those of a driver.
 *
 * @param service full name of the service
 * @param nothing an answer about capabilities that names none
 */
record HealthMethods<A extends Message>(
    String service, CapabilitiesRpc<?, A> capabilities, A nothing, List<HealthRpc<?, ?>> rpcs) {

  ServerServiceDefinition alone() {
    ServerServiceDefinition.Builder alone = ServerServiceDefinition.builder(service);
    alone.addMethod(capabilities.definition(nothing));
    rpcs.forEach(rpc -> alone.addMethod(rpc.definition()));
    return alone.build();
  }

  /**
   * The driver's service with these methods.
   *
   * @throws IllegalArgumentException if it is another service, or does not tell its capabilities
   */
  ServerServiceDefinition addedTo(ServerServiceDefinition driver) {
    ServiceDescriptor theirs = driver.getServiceDescriptor();
    if (!theirs.getName().equals(service)) {
      throw new IllegalArgumentException(
          "the service is " + theirs.getName() + "; health goes into " + service);
    }
    String tellsCapabilities = capabilities.method().getFullMethodName();
    if (driver.getMethod(tellsCapabilities) == null) {
      throw new IllegalArgumentException(
          "the service has no " + tellsCapabilities + ", which every driver has to implement");
    }
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    for (ServerMethodDefinition<?, ?> own : driver.getMethods()) {
      methods.add(
          own.getMethodDescriptor().getFullMethodName().equals(tellsCapabilities)
              ? capabilities.addedTo(own)
              : withHealth(own));
    }
    for (HealthRpc<?, ?> rpc : rpcs) {
      if (driver.getMethod(rpc.method().getFullMethodName()) == null) {
        methods.add(rpc.definition());
      }
    }
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(service).setSchemaDescriptor(theirs.getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder both = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(both::addMethod);
    return both.build();
  }

  private ServerMethodDefinition<?, ?> withHealth(ServerMethodDefinition<?, ?> own) {
    for (HealthRpc<?, ?> rpc : rpcs) {
      if (rpc.method().getFullMethodName().equals(own.getMethodDescriptor().getFullMethodName())) {
        return rpc.behind(own);
      }
    }
    return own;
  }
}
