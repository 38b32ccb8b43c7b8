package io.github.csihealth.testkit.apiserver;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Finds out what a request asks for, and has it done. */
final class ApiRouter {
  private static final Set<String> HEALTH_PATHS = Set.of("/healthz", "/livez", "/readyz");

  private final ObjectStore store;
  private final Reads reads;
  private final Creations creations;
  private final Changes changes;
  private final Deletions deletions;

  ApiRouter(ObjectStore store, Creations creations, Changes changes, Deletions deletions) {
    this.store = store;
    this.reads = new Reads(store);
    this.creations = creations;
    this.changes = changes;
    this.deletions = deletions;
  }

  /** Opens the watch that a request asks for; empty if it asks for anything else. */
  Optional<WatchStream> watch(ApiRequest request) {
    RequestTarget target = request.target();
    if (!target.verb().equals("watch") || !target.subresource().isEmpty()) {
      return Optional.empty();
    }
    ResourceType type = type(target);
    return Optional.of(WatchStream.open(store, type, target.namespace(), queryOf(request, target)));
  }

  /** A watch of one object by its path is one of a collection by name. */
  private static QueryParameters queryOf(ApiRequest request, RequestTarget target) {
    String byName =
        target.name().isEmpty() ? "" : "fieldSelector=metadata.name%3D" + target.name() + "&";
    return QueryParameters.parse(byName + request.query());
  }

  /** Answers a request that is no watch. */
  Outcome answer(ApiRequest request) {
    RequestTarget target = request.target();
    if (target.resource().isEmpty() || !ResourceType.isServedGroup(target.group())) {
      return aboutTheServer(request.path());
    }
    ResourceType type = type(target);
    QueryParameters query = QueryParameters.parse(request.query());
    ObjectKey key = new ObjectKey(type, target.namespace(), target.name());
    boolean isObject = !target.name().isEmpty();
    return switch (target.verb()) {
      case "get" -> reads.get(key);
      case "list" -> reads.list(type, target.namespace(), query);
      case "create" -> create(request, type, query);
      case "update" -> require(isObject, () -> replace(request, key, query));
      case "patch" -> require(isObject, () -> patch(request, key, query));
      case "delete" ->
          require(
              target.subresource().isEmpty(),
              () -> deletions.delete(key, request.body(), query.all("dryRun")));
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private static Outcome require(boolean allowed, Supplier<Outcome> action) {
    if (!allowed) {
      throw StatusException.methodNotAllowed();
    }
    return action.get();
  }

  private static ResourceType type(RequestTarget target) {
    return target.type().orElseThrow(StatusException::noSuchResource);
  }

  private static Outcome aboutTheServer(String path) {
    if (HEALTH_PATHS.contains(path)) {
      return Outcome.text(200, "ok");
    }
    return Discovery.document(path)
        .map(Outcome::ok)
        .orElseGet(() -> Outcome.text(404, "404 page not found\n"));
  }

  private Outcome create(ApiRequest request, ResourceType type, QueryParameters query) {
    RequestTarget target = request.target();
    boolean isCollection =
        target.name().isEmpty() && type.namespaced() != target.namespace().isEmpty();
    return require(
        isCollection,
        () -> {
          WriteOptions options =
              WriteOptions.of(query, request.userAgent(), Optional.empty(), "CreateOptions");
          requireJson(request);
          return creations.create(type, target.namespace(), request.body(), options);
        });
  }

  private Outcome replace(ApiRequest request, ObjectKey key, QueryParameters query) {
    WriteOptions options =
        WriteOptions.of(query, request.userAgent(), Optional.empty(), "UpdateOptions");
    requireJson(request);
    return changes.replace(key, request.target().subresource(), request.body(), options);
  }

  private Outcome patch(ApiRequest request, ObjectKey key, QueryParameters query) {
    PatchKind kind =
        PatchKind.of(request.contentType()).orElseThrow(StatusException::unsupportedMediaType);
    WriteOptions options =
        WriteOptions.of(query, request.userAgent(), Optional.of(kind), "PatchOptions");
    return changes.patch(key, request.target().subresource(), kind, request.body(), options);
  }

  private static void requireJson(ApiRequest request) {
    String contentType = request.contentType();
    if (!contentType.isEmpty() && !contentType.equals("application/json")) {
      throw StatusException.unsupportedMediaType();
    }
  }
}
