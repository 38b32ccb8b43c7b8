package io.github.csihealth.testkit.driver;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.github.csihealth.csi.v1.CsiProto;
import io.grpc.Deadline;
import io.grpc.ServerCall;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the calls of a fake driver came with, and which of them no good caller would have made. */
final class DriverCalls {

  /** Calls kept, so that a test that runs for hours does not fill the memory. */
  private static final int KEPT = 1000;

  /** Enough to see what is wrong. */
  private static final int KEPT_FAULTS = 20;

  private final Deque<RecordedCall> calls = new ArrayDeque<>();
  private final List<String> faults = new ArrayList<>();
  private long faulty;

  /**
   * @param deadline when the caller gives up; null for never
   */
  void add(ServerCall<?, ?> call, Message request, @Nullable Deadline deadline) {
    add(
        new RecordedCall(
            call.getMethodDescriptor().getFullMethodName(),
            String.valueOf(call.getAuthority()),
            Optional.ofNullable(deadline)
                .map(until -> Duration.ofNanos(until.timeRemaining(TimeUnit.NANOSECONDS))),
            secretsIn(request)));
  }

  private synchronized void add(RecordedCall call) {
    calls.addLast(call);
    if (calls.size() > KEPT) {
      calls.removeFirst();
    }
    List<String> wrong = new ArrayList<>();
    if (call.timeLeft().isEmpty()) {
      wrong.add("no deadline");
    }
    if (!call.authority().equals("localhost")) {
      wrong.add("authority " + call.authority());
    }
    if (!wrong.isEmpty()) {
      faulty++;
      if (faults.size() < KEPT_FAULTS) {
        faults.add(call.method() + ": " + String.join(", ", wrong));
      }
    }
  }

  synchronized List<RecordedCall> latest() {
    return List.copyOf(calls);
  }

  synchronized void check() {
    if (faulty > 0) {
      throw new AssertionError(
          "%d calls came without a deadline or with another authority than localhost; the first: %s"
              .formatted(faulty, String.join("; ", faults)));
    }
  }

  private static int secretsIn(Message request) {
    int count = 0;
    for (FieldDescriptor field : request.getDescriptorForType().getFields()) {
      if (field.getOptions().getExtension(CsiProto.csiSecret)) {
        count += request.getRepeatedFieldCount(field);
      }
    }
    return count;
  }
}
