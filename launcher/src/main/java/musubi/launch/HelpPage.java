package musubi.launch;

import musubi.launch.options.MpjOption;
import musubi.launch.options.Option;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/**
 * The help pages of mpiexec and mpjrun, formatted by picocli. Picocli does not parse the command
 * line: its class files are too old for the AOT cache and cost 90 ms at every start.
 */
public final class HelpPage {
    private static final String MPIEXEC =
            """
            mpiexec [options] program [arguments] [: [options] program [arguments]]...
            Runs the ranks of an MPI program on this machine or on several hosts. The program is
            a class on the class path, a .jar file, a .java source file, a java command, or any
            other executable file. JVM options (-D, -X, --add-opens, -ea, ...) go before the
            program.
            """;

    private static final String FOOTER =
            """

            The class path option is -cp, -classpath or --class-path; the default is $CLASSPATH
            or the current directory. Exit code: that of the lowest failed rank; 128 + signal;
            124 for the time limit, 125 for a deadlock; 2 for a wrong command line.\
            """;

    private static final String MPJRUN =
            """
            mpjrun.sh [options] class [arguments]
            mpjrun.sh [options] -jar file.jar [arguments]
            Runs a program of MPJ Express. The arguments of its main method start with rank,
            number of ranks and device, which MPI.Init removes. Daemons and MPJ_HOME are not
            needed. JVM options (-D, -X, ...) go before the class.
            """;

    private HelpPage() {}

    /** The page of mpjrun. */
    static String ofMpjrun() {
        CommandSpec spec = CommandSpec.create().name("mpjrun.sh");
        spec.parser().separator(" ");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .customSynopsis(MPJRUN.split("\n", -1))
                .optionListHeading("Options:%n")
                .footer(
                        "",
                        "Options of mpiexec take two dashes: --pvas, --transport, --timeout, ...");
        for (MpjOption option : MpjOption.values()) {
            spec.addOption(
                    describe(
                            option.dashedNames(),
                            option.valueCount(),
                            option.label(),
                            option.text()));
        }
        return new CommandLine(spec).getUsageMessage();
    }

    /** The page of mpiexec. */
    public static String text() {
        CommandSpec spec = CommandSpec.create().name("mpiexec");
        spec.parser().separator(" ");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .customSynopsis(MPIEXEC.split("\n", -1))
                .optionListHeading("Options (with one dash or two):%n")
                .footer(FOOTER.split("\n"));
        for (Option option : Option.values()) {
            spec.addOption(describe(option));
        }
        return new CommandLine(spec).getUsageMessage();
    }

    private static OptionSpec describe(Option option) {
        return describe(option.dashedNames(), option.valueCount(), option.label(), option.text());
    }

    private static OptionSpec describe(String[] names, int values, String label, String text) {
        OptionSpec.Builder builder =
                OptionSpec.builder(names).arity(Integer.toString(values)).description(text);
        if (values > 0) {
            builder.type(List.class).auxiliaryTypes(String.class);
            builder.paramLabel(label).hideParamSyntax(true);
        }
        return builder.build();
    }
}
