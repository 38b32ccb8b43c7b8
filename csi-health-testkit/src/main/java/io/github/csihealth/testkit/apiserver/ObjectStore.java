package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The stored objects, one counter of revisions for all of them, and the latest changes of each
 * resource for those who watch.
 *
 * <p>Stored trees are never changed, only replaced; callers must not change what they are given.
 * All methods may be called from any thread.
 */
final class ObjectStore {
  /** How many changes a resource remembers; a watch from before them is told to list again. */
  static final int REMEMBERED_CHANGES = 10_000;

  // As on a server that has lived a little: a version that looks old, such as 1, is old.
  private static final long FIRST_REVISION = 1000;

  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<ResourceType, Shelf> shelves = new EnumMap<>(ResourceType.class);
  private long revision = FIRST_REVISION;
  private long watchEpoch;
  private boolean closed;

  ObjectStore() {
    for (ResourceType type : ResourceType.values()) {
      shelves.put(type, new Shelf());
    }
  }

  /** What is kept of one resource. */
  private static final class Shelf {
    private final TreeMap<ObjectKey, ObjectNode> objects = new TreeMap<>(ORDER);
    private final Deque<StoreEvent> changes = new ArrayDeque<>();
    // Changes up to this revision are forgotten.
    private long forgotten;
  }

  /** All objects of a resource at one revision, in the order of namespace and name. */
  record Snapshot(List<ObjectNode> objects, long revision) {}

  /** What {@link #awaitChanges} found. */
  enum WatchState {
    /** Changes, or none within the time. */
    OPEN,
    /** The changes asked for are forgotten. */
    EXPIRED,
    /** The watch was ended from outside. */
    CLOSED
  }

  /** Changes of a resource after a revision. */
  record Changes(WatchState state, List<StoreEvent> events, long revision) {}

  /** Runs an action while no other changes the store. It may call the other methods. */
  <T> T exclusively(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  Optional<ObjectNode> get(ObjectKey key) {
    return exclusively(() -> Optional.ofNullable(shelf(key.type()).objects.get(key)));
  }

  /** A stored object; the request is refused if there is none. */
  ObjectNode require(ObjectKey key) {
    return get(key).orElseThrow(() -> StatusException.notFound(key.type(), key.name()));
  }

  Snapshot list(ResourceType type) {
    return exclusively(() -> new Snapshot(List.copyOf(shelf(type).objects.values()), revision));
  }

  /** Stores an object under the next revision and answers it as stored. */
  ObjectNode put(ObjectKey key, ObjectNode object) {
    return exclusively(
        () -> {
          ObjectNode stored = withRevision(object, ++revision);
          ObjectNode before = shelf(key.type()).objects.put(key, stored);
          remember(key.type(), new StoreEvent(revision, before, stored, stored));
          return stored;
        });
  }

  /** Removes an object and answers its last state, under the revision of its removal. */
  Optional<ObjectNode> remove(ObjectKey key) {
    return exclusively(
        () -> {
          ObjectNode before = shelf(key.type()).objects.remove(key);
          if (before == null) {
            return Optional.empty();
          }
          ObjectNode last = withRevision(before, ++revision);
          remember(key.type(), new StoreEvent(revision, before, null, last));
          return Optional.of(last);
        });
  }

  private void remember(ResourceType type, StoreEvent event) {
    Shelf shelf = shelf(type);
    shelf.changes.addLast(event);
    if (shelf.changes.size() > REMEMBERED_CHANGES) {
      shelf.forgotten = shelf.changes.removeFirst().revision();
    }
    changed.signalAll();
  }

  /** The epoch that a watch opened now belongs to. */
  long watchEpoch() {
    return exclusively(() -> watchEpoch);
  }

  /**
   * The changes of a resource after {@code since}; waits for one for at most {@code patience}.
   *
   * @param epoch the epoch in which the watch was opened
   */
  Changes awaitChanges(ResourceType type, long since, long epoch, Duration patience)
      throws InterruptedException {
    long nanos = patience.toNanos();
    lock.lockInterruptibly();
    try {
      while (true) {
        if (closed || epoch != watchEpoch) {
          return new Changes(WatchState.CLOSED, List.of(), revision);
        }
        if (since < shelf(type).forgotten) {
          return new Changes(WatchState.EXPIRED, List.of(), revision);
        }
        List<StoreEvent> events = changesAfter(type, since);
        if (!events.isEmpty() || nanos <= 0) {
          return new Changes(WatchState.OPEN, events, revision);
        }
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  private List<StoreEvent> changesAfter(ResourceType type, long since) {
    List<StoreEvent> events = new ArrayList<>();
    var latestFirst = shelf(type).changes.descendingIterator();
    while (latestFirst.hasNext()) {
      StoreEvent event = latestFirst.next();
      if (event.revision() <= since) {
        break;
      }
      events.add(event);
    }
    Collections.reverse(events);
    return events;
  }

  /** Ends all watches that are open now. */
  void closeWatches() {
    exclusively(
        () -> {
          watchEpoch++;
          changed.signalAll();
          return watchEpoch;
        });
  }

  /** Forgets all changes and ends all watches: each revision known to a client is then too old. */
  void expireWatches() {
    exclusively(
        () -> {
          revision++;
          shelves
              .values()
              .forEach(
                  shelf -> {
                    shelf.changes.clear();
                    shelf.forgotten = revision;
                  });
          closeWatches();
          return revision;
        });
  }

  /** Ends all watches for good. */
  void close() {
    exclusively(
        () -> {
          closed = true;
          changed.signalAll();
          return closed;
        });
  }

  private Shelf shelf(ResourceType type) {
    Shelf shelf = shelves.get(type);
    if (shelf == null) {
      throw new IllegalStateException("no shelf for " + type);
    }
    return shelf;
  }

  private static ObjectNode withRevision(ObjectNode object, long revision) {
    ObjectNode copy = object.deepCopy();
    copy.withObject("/metadata").put("resourceVersion", Long.toString(revision));
    return copy;
  }
}
