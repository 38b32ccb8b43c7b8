package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Gets and lists. */
final class Reads {
  /** How many unfinished paged lists are kept; the continuation of an older one has expired. */
  private static final int KEPT_PAGES = 64;

  private static final String TOKEN = "page-";

  private final ObjectStore store;
  private final Map<String, Page> pages =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
          return size() > KEPT_PAGES;
        }
      };
  private long tokens;

  /** What is left of a list, as it was when its first page was read. */
  private record Page(ResourceType type, List<ObjectNode> objects, long revision) {}

  Reads(ObjectStore store) {
    this.store = store;
  }

  Outcome get(ObjectKey key) {
    return Outcome.ok(store.require(key));
  }

  /**
   * Lists a resource.
   *
   * @param namespace empty for all of them
   */
  Outcome list(ResourceType type, String namespace, QueryParameters query) {
    Page page =
        query.text("continue").isEmpty()
            ? firstPage(type, namespace, query)
            : continued(query.text("continue"));
    OptionalLong limit = query.number("limit");
    int size =
        limit.isEmpty() || limit.getAsLong() == 0
            ? page.objects().size()
            : (int) Math.min(limit.getAsLong(), page.objects().size());
    ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(page.revision()));
    List<ObjectNode> rest = page.objects().subList(size, page.objects().size());
    if (!rest.isEmpty()) {
      metadata.put("continue", keep(new Page(type, rest, page.revision())));
      metadata.put("remainingItemCount", rest.size());
    }
    return Outcome.ok(print(type, metadata, page.objects().subList(0, size)));
  }

  private Page firstPage(ResourceType type, String namespace, QueryParameters query) {
    Predicate<JsonNode> wanted = selected(type, namespace, query);
    ObjectStore.Snapshot snapshot = store.list(type);
    OptionalLong revision = query.number("resourceVersion");
    if (query.text("resourceVersionMatch").equals("Exact")
        && revision.isPresent()
        && revision.getAsLong() != snapshot.revision()) {
      throw StatusException.expired("The resourceVersion for the provided list is too old.");
    }
    List<ObjectNode> objects = new ArrayList<>(snapshot.objects());
    objects.removeIf(wanted.negate());
    return new Page(type, objects, snapshot.revision());
  }

  /** The objects that a list or watch asks for. */
  static Predicate<JsonNode> selected(ResourceType type, String namespace, QueryParameters query) {
    Predicate<JsonNode> inNamespace =
        object ->
            namespace.isEmpty() || Json.text(object, "metadata", "namespace").equals(namespace);
    return inNamespace
        .and(Selector.byLabels(query.text("labelSelector")))
        .and(Selector.byFields(type, query.text("fieldSelector")));
  }

  private synchronized String keep(Page page) {
    String token = TOKEN + ++tokens;
    pages.put(token, page);
    return token;
  }

  private synchronized Page continued(String token) {
    Page page = pages.get(token);
    if (!token.startsWith(TOKEN)) {
      throw StatusException.badRequest("continue key is not valid");
    }
    if (page == null) {
      throw StatusException.expired(
          "The provided continue parameter is too old to display a consistent list result.");
    }
    return page;
  }

  private static ObjectNode print(
      ResourceType type, ObjectNode metadata, List<ObjectNode> objects) {
    ObjectNode list =
        Json.object().put("kind", type.kind() + "List").put("apiVersion", type.apiVersion());
    list.set("metadata", metadata);
    ArrayNode items = list.putArray("items");
    for (ObjectNode object : objects) {
      // The entries of a list do not repeat its kind.
      ObjectNode item = Json.object();
      item.setAll(object);
      items.add(item.without(List.of("kind", "apiVersion")));
    }
    return list;
  }
}
