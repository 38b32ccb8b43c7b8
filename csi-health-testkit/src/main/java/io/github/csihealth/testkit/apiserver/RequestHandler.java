package io.github.csihealth.testkit.apiserver;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;

/** Decides what becomes of a request: a fault, an answer or a watch; and keeps the log. */
final class RequestHandler {
  static final int MAX_BODY_BYTES = 3 * 1024 * 1024;

  private final ApiRouter router;
  private final FaultPlan faults;
  private final RequestLog log;

  RequestHandler(ApiRouter router, FaultPlan faults, RequestLog log) {
    this.router = router;
    this.faults = faults;
    this.log = log;
  }

  /** What the client gets. */
  sealed interface Reply {}

  /** An answer. */
  record Answer(Outcome outcome) implements Reply {}

  /** The lines of a watch. */
  record Stream(WatchStream watch) implements Reply {}

  /** A closed connection. */
  record Nothing() implements Reply {}

  /** Deals with a request. It is in the log before this returns. */
  Reply handle(ApiRequest request, String accept) {
    Optional<Fault> fault = faults.take(request);
    Reply reply =
        fault.isPresent() ? failing(request, accept, fault.get()) : reply(request, accept);
    log.add(request.answered(code(reply)));
    return reply;
  }

  private Reply failing(ApiRequest request, String accept, Fault fault) {
    return switch (fault.kind()) {
      case STATUS -> new Answer(Outcome.refused(fault.toStatus()));
      case CUT -> new Nothing();
      case ANSWER_LOST -> {
        reply(request, accept);
        yield new Nothing();
      }
    };
  }

  private Reply reply(ApiRequest request, String accept) {
    try {
      requireJsonAccepted(accept);
      if (request.body().length() > MAX_BODY_BYTES) {
        throw StatusException.of(
            413, "RequestEntityTooLarge", "Request entity too large: limit is " + MAX_BODY_BYTES);
      }
      Optional<WatchStream> watch = router.watch(request);
      return watch.isPresent() ? new Stream(watch.get()) : new Answer(router.answer(request));
    } catch (StatusException e) {
      return new Answer(Outcome.refused(e));
    } catch (RuntimeException e) {
      // A fault of this server is to show in a test as what it is.
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      String message = "fault of the in-memory server: " + trace;
      return new Answer(Outcome.refused(StatusException.of(500, "InternalError", message)));
    }
  }

  private static int code(Reply reply) {
    if (reply instanceof Answer answer) {
      return answer.outcome().code();
    }
    return reply instanceof Stream ? 200 : 0;
  }

  private static void requireJsonAccepted(String accept) {
    String types = accept.toLowerCase(Locale.ROOT);
    boolean accepted =
        types.isBlank()
            || types.contains("application/json")
            || types.contains("*/*")
            || types.contains("application/*");
    if (!accepted) {
      throw StatusException.of(
          406, "NotAcceptable", "only the following media types are accepted: application/json");
    }
  }
}
