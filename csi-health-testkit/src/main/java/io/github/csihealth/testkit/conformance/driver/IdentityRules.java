package io.github.csihealth.testkit.conformance.driver;

import static io.github.csihealth.testkit.conformance.driver.Trial.required;

import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.Status;
import java.util.List;

/** What a driver says of itself: its name, and which health calls it has. */
final class IdentityRules {

  private IdentityRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        required(
            "D01",
            "pluginNameIsADomainName",
            "GetPluginInfoResponse.name",
            "Kubernetes finds the driver's volumes and its CSINode entry by this name.",
            IdentityRules::nameIsADomainName),
        required(
            "D02",
            "listIsOfferedOnlyWithGet",
            "ControllerListVolumeHealth",
            "Absence from a list proves nothing, so a reader has to be able to ask once more.",
            IdentityRules::listIsOfferedOnlyWithGet),
        required(
            "D03",
            "capabilitiesAreTrue",
            "ControllerGetCapabilities, NodeGetCapabilities, Error Scheme",
            "What is offered is implemented, and what is not offered answers UNIMPLEMENTED.",
            IdentityRules::capabilitiesAreTrue));
  }

  private static Outcome nameIsADomainName(Trial trial) throws NotTriedException {
    String name =
        trial
            .ask(CsiMethods.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance())
            .required()
            .getName();
    return name.length() <= 63 && name.matches("[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?")
        ? Outcome.pass()
        : Outcome.fail(
            "the name is not 1 to 63 letters, digits, '-' and '.', with a letter or digit at both"
                + " ends");
  }

  private static Outcome listIsOfferedOnlyWithGet(Trial trial) throws NotTriedException {
    trial.requireOffered(HealthCall.LIST);
    return trial.offers(HealthCall.GET)
        ? Outcome.pass()
        : Outcome.fail("LIST_VOLUME_HEALTH is offered without GET_VOLUME_HEALTH");
  }

  private static Outcome capabilitiesAreTrue(Trial trial) throws NotTriedException {
    for (HealthCall call : HealthCall.values()) {
      boolean offered =
          trial.offers(call) || (call == HealthCall.GET && trial.offers(HealthCall.LIST));
      Answer<?> answer = asked(trial, call).requireReached();
      if (offered == (answer.code() == Status.Code.UNIMPLEMENTED)) {
        return Outcome.fail(answer + ", and the call is " + (offered ? "" : "not ") + "offered");
      }
    }
    return Outcome.pass();
  }

  private static Answer<?> asked(Trial trial, HealthCall call) {
    return switch (call) {
      case GET -> trial.get(Trial.UNKNOWN_VOLUME);
      case LIST -> trial.list(0, "");
      case NODE -> trial.node(Trial.UNKNOWN_VOLUME);
      case STORAGE -> trial.storage();
    };
  }
}
