package io.github.csihealth.examples.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The options of a command as help shows them: those of each mixin under the heading of the mixin,
 * in the order of the mixins, and last those of none.
 *
 * <p>Not picocli's argument groups, which would have headings of their own: a group of which no
 * option is given has no default values.
 */
final class HelpGroups implements IHelpSectionRenderer {

  private static final String OWN = "%nOther:%n";

  private HelpGroups() {}

  /** Shows the options of this command in groups. */
  static void showIn(CommandSpec command) {
    Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpGroups());
    command.usageMessage().sectionMap(sections);
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> own = new ArrayList<>(help.commandSpec().options());
    StringBuilder text = new StringBuilder();
    for (CommandSpec mixin : help.commandSpec().mixins().values()) {
      String heading = mixin.usageMessage().optionListHeading();
      if (heading != null && !heading.isEmpty()) {
        text.append(group(help, heading, mixin.options()));
        own.removeAll(mixin.options());
      }
    }
    return text.append(group(help, text.isEmpty() ? "" : OWN, own)).toString();
  }

  private static String group(Help help, String heading, List<OptionSpec> options) {
    // Laid out by all options of the command, so that the columns of all groups are the same.
    Help.Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return help.createHeading(heading) + layout;
  }
}
