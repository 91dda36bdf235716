package musubi.launch;

import musubi.launch.options.MpjOption;
import musubi.launch.options.Option;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;

/**
 * The help pages of mpiexec and mpjrun, with the texts of {@code mpiexec.properties} and {@code
 * mpjrun.properties}, formatted by picocli. Picocli does not parse the command line: its class
 * files are too old for the AOT cache and cost 90 ms at every start.
 */
public final class HelpPage {
    private HelpPage() {}

    /** The page of mpjrun. */
    static String ofMpjrun() {
        return mpjrun().getUsageMessage();
    }

    /** The page of mpiexec. */
    public static String text() {
        return mpiexec().getUsageMessage();
    }

    /** The options of mpjrun, for manual pages and completions. */
    public static CommandLine mpjrun() {
        List<OptionSpec> options = new ArrayList<>();
        for (MpjOption each : MpjOption.values()) {
            options.add(describe(each.dashedNames(), each.valueCount(), each.label()));
        }
        return describe("mpjrun", options);
    }

    /** The options of mpiexec, for manual pages and completions. */
    public static CommandLine mpiexec() {
        List<OptionSpec> options = new ArrayList<>();
        for (Option each : Option.values()) {
            options.add(describe(each.dashedNames(), each.valueCount(), each.label()));
        }
        return describe("mpiexec", options);
    }

    private static CommandLine describe(String command, List<OptionSpec> options) {
        CommandSpec spec = CommandSpec.create().name(command);
        spec.parser().separator(" ");
        spec.usageMessage().width(100).sortOptions(false);
        options.forEach(spec::addOption);
        spec.resourceBundle(ResourceBundle.getBundle("musubi.launch." + command));
        return new CommandLine(spec);
    }

    private static OptionSpec describe(String[] names, int values, String label) {
        OptionSpec.Builder builder = OptionSpec.builder(names).arity(Integer.toString(values));
        if (values > 0) {
            builder.type(List.class).auxiliaryTypes(String.class);
            builder.paramLabel(label).hideParamSyntax(true);
        }
        return builder.build();
    }
}
