package io.github.csihealth.csi.driver;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * ControllerGetVolumeHealth and, where a list port is given, ControllerListVolumeHealth of a
 * driver, answered from its ports. Its capabilities follow from the ports, so that LIST never comes
 * without GET.
 *
 * <table>
 * <caption>Statuses</caption>
 * <tr><th>when</th><th>status</th></tr>
 * <tr><td>{@code volume_id} empty or over 128 bytes; {@code max_entries} negative</td>
 *   <td>INVALID_ARGUMENT</td></tr>
 * <tr><td>the port knows no such volume</td><td>NOT_FOUND</td></tr>
 * <tr><td>a token that is not ours, or not any more; another call for the volume is under way</td>
 *   <td>ABORTED</td></tr>
 * <tr><td>no answer in time</td><td>DEADLINE_EXCEEDED</td></tr>
 * <tr><td>too many calls under way; the executor takes no more</td><td>UNAVAILABLE</td></tr>
 * <tr><td>the port throws {@link HealthCallException}</td><td>what that says</td></tr>
 * <tr><td>the port throws anything else, or returns null or an id that is not allowed</td>
 *   <td>INTERNAL, with the class of the exception; the exception itself is the cause of the status,
 *   for interceptors of the server that log</td></tr>
 * </table>
 *
 * <p>Safe for use by many threads; starts none. Source: the error tables of the CSI spec v1.13.
 */
public final class ControllerHealthService implements BindableService {

  private final VolumeHealthPort port;
  private final @Nullable VolumeHealthListPort listPort;
  private final VolumePages pages;
  private final PortCalls getCalls;
  private final PortCalls listCalls;

  private ControllerHealthService(Builder builder) {
    this.port = builder.port;
    this.listPort = builder.listPort;
    this.pages = builder.pages;
    this.getCalls = new PortCalls(builder.execution);
    this.listCalls = new PortCalls(builder.execution);
  }

  /** A builder for a service that gets its answers from this port. */
  public static Builder builder(VolumeHealthPort port, PortExecution execution) {
    return new Builder(port, execution);
  }

  /** What it offers. */
  public ControllerHealthCapabilities capabilities() {
    return listPort == null
        ? ControllerHealthCapabilities.GET
        : ControllerHealthCapabilities.LIST_AND_GET;
  }

  /**
   * A {@code csi.v1.Controller} with these methods and ControllerGetCapabilities, and nothing else.
   */
  @Override
  public ServerServiceDefinition bindService() {
    return methods().alone();
  }

  /**
   * The driver's own {@code csi.v1.Controller} with these methods. It may be generated from any
   * csi.proto since v1.0, with classes of any name: they are not touched, and all methods but these
   * pass through.
   *
   * <ul>
   *   <li>The answers of its ControllerGetCapabilities get the health capabilities that they lack.
   *   <li>Health methods of its own win: only where they answer UNIMPLEMENTED, as generated ones
   *       do, is the call answered here.
   * </ul>
   *
   * @throws IllegalArgumentException if it is not {@code csi.v1.Controller}, or has no
   *     ControllerGetCapabilities
   */
  public ServerServiceDefinition addTo(ServerServiceDefinition driver) {
    return methods().addedTo(driver);
  }

  private HealthMethods<ControllerGetCapabilitiesResponse> methods() {
    List<HealthRpc<?, ?>> rpcs = new ArrayList<>();
    rpcs.add(new HealthRpc<>(ControllerGrpc.getControllerGetVolumeHealthMethod(), this::get));
    VolumeHealthListPort list = listPort;
    if (list != null) {
      rpcs.add(
          new HealthRpc<>(
              ControllerGrpc.getControllerListVolumeHealthMethod(),
              (request, observer) -> list(list, request, observer)));
    }
    return new HealthMethods<>(
        ControllerGrpc.SERVICE_NAME,
        new CapabilitiesRpc<>(
            ControllerGrpc.getControllerGetCapabilitiesMethod(),
            ControllerGetCapabilitiesResponse.parser(),
            capabilities()::missingIn),
        ControllerGetCapabilitiesResponse.getDefaultInstance(),
        rpcs);
  }

  private void get(
      ControllerGetVolumeHealthRequest request,
      StreamObserver<ControllerGetVolumeHealthResponse> observer) {
    String volumeId = request.getVolumeId();
    FieldRules.volumeId("volume_id", volumeId);
    Secrets secrets = Secrets.of(request.getSecretsMap());
    getCalls.call(
        Optional.of(volumeId),
        secrets,
        () ->
            port.get(volumeId, secrets)
                .orElseThrow(HealthCallException::notFound)
                .toControllerAnswer(volumeId),
        observer);
  }

  private void list(
      VolumeHealthListPort list,
      ControllerListVolumeHealthRequest request,
      StreamObserver<ControllerListVolumeHealthResponse> observer) {
    byte[] start = pages.start(request);
    Secrets secrets = Secrets.of(request.getSecretsMap());
    listCalls.call(
        Optional.empty(),
        secrets,
        () -> {
          Map<String, VolumeConditions> volumes = list.list(secrets);
          return pages.page(start, request.getMaxEntries(), volumes);
        },
        observer);
  }

  /** Collects ports. Not thread-safe. */
  public static final class Builder {
    private final VolumeHealthPort port;
    private final PortExecution execution;
    private @Nullable VolumeHealthListPort listPort;
    private VolumePages pages = VolumePages.create();

    private Builder(VolumeHealthPort port, PortExecution execution) {
      this.port = Objects.requireNonNull(port, "port");
      this.execution = Objects.requireNonNull(execution, "execution");
    }

    /** Offers LIST_VOLUME_HEALTH too, answered from this port. */
    public Builder list(VolumeHealthListPort value) {
      listPort = Objects.requireNonNull(value, "list port");
      return this;
    }

    /** Lists healthy volumes too, with an empty list each; they are left out otherwise. */
    public Builder listHealthy() {
      pages = pages.withHealthy();
      return this;
    }

    /** The service. */
    public ControllerHealthService build() {
      return new ControllerHealthService(this);
    }
  }
}
