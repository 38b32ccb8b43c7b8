package io.github.csihealth.testkit.apiserver;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which of the coming requests fail, and how. May be called from any thread. */
final class FaultPlan {
  private final List<Rule> rules = new ArrayList<>();

  private static final class Rule {
    private final Predicate<ApiRequest> requests;
    private final Fault fault;
    private int left;

    Rule(int times, Predicate<ApiRequest> requests, Fault fault) {
      this.left = times;
      this.requests = requests;
      this.fault = fault;
    }
  }

  synchronized void add(int times, Predicate<ApiRequest> requests, Fault fault) {
    rules.add(new Rule(times, requests, fault));
  }

  synchronized void clear() {
    rules.clear();
  }

  /** Takes the fault that is due for a request: that of the oldest rule which matches. */
  synchronized Optional<Fault> take(ApiRequest request) {
    for (Iterator<Rule> iterator = rules.iterator(); iterator.hasNext(); ) {
      Rule rule = iterator.next();
      if (rule.requests.test(request)) {
        if (--rule.left == 0) {
          iterator.remove();
        }
        return Optional.of(rule.fault);
      }
    }
    return Optional.empty();
  }
}
