package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests about one object, from its creation on, and what a real server answers.
 *
 * @param about what is to be seen in them
 * @param gateOffFrom how many of them are sent before the feature gate is turned off; as many as
 *     there are when it stays on
 * @param answers one for each request, as {@link ObservedObject} tells it
 */
record AnsweredRequests(
    String about,
    ServedKind kind,
    int gateOffFrom,
    List<ObjectRequest> requests,
    List<JsonNode> answers) {

  AnsweredRequests {
    requests = List.copyOf(requests);
    answers = List.copyOf(answers);
  }

  static AnsweredRequests parse(JsonNode json) {
    List<ObjectRequest> requests = new ArrayList<>();
    List<JsonNode> answers = new ArrayList<>();
    for (JsonNode step : json.path("steps")) {
      requests.add(ObjectRequest.parse(step.path("request")));
      answers.add(step.path("answer"));
    }
    return new AnsweredRequests(
        json.path("about").asText(),
        ServedKind.valueOf(json.path("kind").asText()),
        json.path("gateOffFrom").asInt(requests.size()),
        requests,
        answers);
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("about", about).put("kind", kind.name());
    if (gateOffFrom < requests.size()) {
      json.put("gateOffFrom", gateOffFrom);
    }
    ArrayNode steps = json.putArray("steps");
    for (int i = 0; i < requests.size(); i++) {
      ObjectNode step = steps.addObject();
      step.set("request", requests.get(i).toJson());
      step.set("answer", answers.get(i));
    }
    return json;
  }
}
