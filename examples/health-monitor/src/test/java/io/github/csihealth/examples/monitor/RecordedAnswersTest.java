package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Replays on the in-memory server what {@link DifferentialRealIT} once found it to answer otherwise
 * than a kube-apiserver v1.37.2.
 */
class RecordedAnswersTest {

  static List<AnsweredRequests> recorded() throws IOException {
    try (InputStream in =
        RecordedAnswersTest.class.getResourceAsStream("/apiserver-v1.37.2-answers.json")) {
      List<AnsweredRequests> recorded = new ArrayList<>();
      for (JsonNode json : new ObjectMapper().readTree(in)) {
        recorded.add(AnsweredRequests.parse(json));
      }
      return recorded;
    }
  }

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() throws IOException {
    return recorded().stream()
        .map(recorded -> dynamicTest(recorded.about(), () -> replay(recorded)));
  }

  @Test
  void everyRecordIsComplete() throws IOException {
    assertThat(recorded())
        .isNotEmpty()
        .allSatisfy(
            recorded -> {
              assertThat(recorded.about()).isNotEmpty();
              assertThat(recorded.answers()).isNotEmpty().noneMatch(JsonNode::isMissingNode);
            });
  }

  private static void replay(AnsweredRequests recorded) throws Exception {
    try (InMemoryApiServer server = InMemoryApiServer.start()) {
      ObservedObject object =
          new ObservedObject(InMemoryRequests.to(server), recorded.kind(), "object-1-x");
      for (int i = 0; i < recorded.requests().size(); i++) {
        server.setVolumeHealthEnabled(i < recorded.gateOffFrom());
        assertThat(ObservedObject.comparable(object.take(recorded.requests().get(i))))
            .as("request " + i)
            .isEqualTo(ObservedObject.comparable(recorded.answers().get(i)));
      }
    }
  }
}
