package musubi.launch;

import musubi.launch.options.MpjOption;
import musubi.launch.options.Option;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/**
 * What {@code --help} prints, laid out by picocli. The command line itself is not read with
 * picocli: its classes are too old for the AOT cache and cost 90 ms at every start.
 */
public final class HelpPage {
    private HelpPage() {}

    /** The page of mpjrun, ready to print. */
    static String ofMpjrun() {
        CommandSpec spec = CommandSpec.create().name("mpjrun.sh");
        spec.parser().separator(" ");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .customSynopsis(
                        "mpjrun.sh [options] class [arguments]",
                        "mpjrun.sh [options] -jar file.jar [arguments]",
                        "Runs a program of MPJ Express. The arguments that its main"
                                + " gets begin",
                        "with rank, number of ranks and device; MPI.Init takes them away. No"
                                + " daemons and no",
                        "MPJ_HOME are needed. JVM options (-D, -X, ...) may stand before the"
                                + " class.",
                        "")
                .optionListHeading("Options:%n")
                .footer(
                        "",
                        "Options of mpiexec may be given with two dashes: --pvas, --transport,"
                                + " --timeout, ...");
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

    /** The page, ready to print. */
    public static String text() {
        CommandSpec spec = CommandSpec.create().name("mpiexec");
        spec.parser().separator(" ");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .customSynopsis(
                        "mpiexec [options] program [arguments] [: [options] program"
                                + " [arguments]]...",
                        "Runs an MPI program with many ranks, on this machine or on several hosts."
                                + " The program",
                        "is a class on the class path, a .jar file, a .java source file, the word"
                                + " java with",
                        "JVM options and a class, or any other executable file. JVM options (-D,"
                                + " -X,",
                        "--add-opens, -ea, ...) may stand before the program.",
                        "")
                .optionListHeading("Options (each may be written with one dash or two):%n")
                .footer(
                        "",
                        "The class path option is -cp, -classpath or --class-path; the default is",
                        "$CLASSPATH or the current directory. Exit code: that of the lowest rank"
                                + " that",
                        "failed by itself; 128 + signal; 124 when the time limit was reached; 2 for"
                                + " a",
                        "wrong command line.");
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
