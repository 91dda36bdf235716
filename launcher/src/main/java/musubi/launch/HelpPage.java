package musubi.launch;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/**
 * What {@code mpiexec --help} prints, laid out by picocli. The command line itself is not read with
 * picocli: its classes are too old for the AOT cache and cost 90 ms at every start.
 */
final class HelpPage {
    private HelpPage() {}

    /** The page, ready to print. */
    static String text() {
        CommandSpec spec = CommandSpec.create().name("mpiexec");
        spec.parser().separator(" ");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .customSynopsis(
                        "mpiexec [options] program [arguments] [: [options] program"
                                + " [arguments]]...",
                        "Runs an MPI program with many ranks on this machine. The program is a"
                                + " class on",
                        "the class path, a .jar file, a .java source file, the word java with JVM",
                        "options and a class, or any other executable file. JVM options (-D, -X,",
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
        OptionSpec.Builder builder =
                OptionSpec.builder(option.dashedNames())
                        .arity(Integer.toString(option.valueCount()))
                        .description(option.text());
        if (option.valueCount() > 0) {
            builder.type(List.class).auxiliaryTypes(String.class);
            builder.paramLabel(option.label()).hideParamSyntax(true);
        }
        return builder.build();
    }
}
