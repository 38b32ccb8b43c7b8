package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.ObjectStore.Changes;
import io.github.csihealth.testkit.apiserver.ObjectStore.WatchState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One watch: the changes of a resource after a revision, as lines of JSON, until the client's time
 * is up or the watch is ended.
 */
final class WatchStream {
  private static final Duration FOREVER = Duration.ofDays(365);

  private final ObjectStore store;
  private final ResourceType type;
  private final Predicate<JsonNode> wanted;
  private final boolean bookmarks;
  private final boolean startsWithState;
  private final boolean marksEndOfState;
  private final long epoch;
  private final long deadline;
  private long position;

  private WatchStream(
      ObjectStore store,
      ResourceType type,
      Predicate<JsonNode> wanted,
      QueryParameters query,
      OptionalLong since) {
    this.store = store;
    this.type = type;
    this.wanted = wanted;
    this.bookmarks = query.flag("allowWatchBookmarks");
    this.marksEndOfState = query.flag("sendInitialEvents");
    this.startsWithState = marksEndOfState || since.orElse(0) == 0;
    this.position = since.orElse(0);
    this.epoch = store.watchEpoch();
    OptionalLong seconds = query.number("timeoutSeconds");
    Duration timeout = seconds.orElse(0) == 0 ? FOREVER : Duration.ofSeconds(seconds.getAsLong());
    this.deadline = System.nanoTime() + timeout.toNanos();
  }

  /** Takes a line of JSON, and hands it to the client at once. */
  interface Lines {
    void write(String line) throws IOException;
  }

  /**
   * Opens a watch. Its changes count from now on, even before {@link #run}.
   *
   * @param namespace empty for all of them
   */
  static WatchStream open(
      ObjectStore store, ResourceType type, String namespace, QueryParameters query) {
    requireMatch(query);
    OptionalLong since = query.number("resourceVersion");
    long current = store.list(type).revision();
    if (since.orElse(0) > current) {
      throw StatusException.tooLargeVersion(since.getAsLong(), current);
    }
    return new WatchStream(store, type, Reads.selected(type, namespace, query), query, since);
  }

  /** A match of versions goes with initial events, and they with it. */
  private static void requireMatch(QueryParameters query) {
    boolean sendsState = query.flag("sendInitialEvents");
    String match = query.text("resourceVersionMatch");
    if (sendsState ? !match.equals("NotOlderThan") : !match.isEmpty()) {
      String rule =
          sendsState
              ? "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"
              : "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
      throw StatusException.invalid(
          "meta.k8s.io",
          "ListOptions",
          "",
          List.of(FieldError.forbidden("resourceVersionMatch", rule)));
    }
  }

  /** Writes until the watch ends. */
  void run(Lines lines) throws IOException, InterruptedException {
    if (startsWithState) {
      writeState(lines);
    }
    while (true) {
      long left = deadline - System.nanoTime();
      Changes changes =
          store.awaitChanges(type, position, epoch, Duration.ofNanos(Math.max(0, left)));
      if (changes.state() == WatchState.EXPIRED) {
        lines.write(line("ERROR", tooOld(changes.revision())));
        return;
      }
      for (StoreEvent event : changes.events()) {
        write(event, lines);
        position = event.revision();
      }
      if (changes.state() == WatchState.CLOSED) {
        return;
      }
      if (changes.events().isEmpty()) {
        if (bookmarks) {
          lines.write(line("BOOKMARK", bookmark(changes.revision(), false)));
        }
        return;
      }
    }
  }

  private void writeState(Lines lines) throws IOException {
    ObjectStore.Snapshot snapshot = store.list(type);
    for (ObjectNode object : snapshot.objects()) {
      if (wanted.test(object)) {
        lines.write(line("ADDED", object));
      }
    }
    position = snapshot.revision();
    if (marksEndOfState && bookmarks) {
      lines.write(line("BOOKMARK", bookmark(position, true)));
    }
  }

  /** An object that a change brings into or out of the selection is added or deleted for us. */
  private void write(StoreEvent event, Lines lines) throws IOException {
    boolean was = isWanted(event.before());
    boolean is = isWanted(event.after());
    if (is) {
      lines.write(line(was ? "MODIFIED" : "ADDED", event.last()));
    } else if (was) {
      lines.write(line("DELETED", event.last()));
    }
  }

  private boolean isWanted(@Nullable ObjectNode object) {
    return object != null && wanted.test(object);
  }

  private ObjectNode bookmark(long revision, boolean endsState) {
    ObjectNode bookmark =
        Json.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
    ObjectNode metadata = bookmark.withObject("/metadata");
    metadata.put("resourceVersion", Long.toString(revision));
    if (endsState) {
      metadata.withObject("/annotations").put("k8s.io/initial-events-end", "true");
    }
    return ObjectForm.inOrder(type, bookmark);
  }

  private ObjectNode tooOld(long revision) {
    return StatusException.expired("too old resource version: " + position + " (" + revision + ")")
        .body();
  }

  private static String line(String type, JsonNode object) {
    ObjectNode event = Json.object().put("type", type);
    event.set("object", object);
    return Json.write(event) + "\n";
  }
}
