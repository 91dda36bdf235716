package musubi.launch;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of mpiexec itself, under the names that users of Hydra, of Open MPI and of the MPI
 * standard type, with one dash here; {@link CommandLineReader} takes two as well.
 */
final class Options {
    static final String COUNT = "-n";
    static final String TAG = "-l";
    static final String VERBOSE = "-verbose";
    static final String TIMEOUT = "-timeout";
    static final String TRANSPORT = "-transport";
    static final String BIND = "-bind-to";
    static final String MCA = "-mca";
    static final String DIRECTORY = "-wdir";
    static final String GLOBAL_DIRECTORY = "-gwdir";
    static final String VARIABLE = "-env";
    static final String GLOBAL_VARIABLE = "-genv";
    static final String EXPORT = "-x";
    static final String NONE = "-envnone";
    static final String GLOBAL_NONE = "-genvnone";
    static final String LIST = "-envlist";
    static final String GLOBAL_LIST = "-genvlist";

    private Options() {}

    static CommandSpec specification() {
        CommandSpec spec = CommandSpec.create().name("mpiexec");
        spec.parser().posixClusteredShortOptionsAllowed(false);
        spec.parser().allowOptionsAsOptionParameters(true);
        spec.parser().overwrittenOptionsAllowed(true);
        // For the help page only: CommandLineReader cuts --name=value in two.
        spec.parser().separator(" ");
        describe(spec);
        addPlacement(spec);
        addEnvironment(spec);
        addOutput(spec);
        return spec;
    }

    private static void describe(CommandSpec spec) {
        spec.usageMessage()
                .width(100)
                .customSynopsis(
                        "mpiexec [options] program [arguments] [: [options] program [arguments]]...",
                        "Runs an MPI program with many ranks on this machine. The program is a class on",
                        "the class path, a .jar file, a .java source file, the word java with JVM",
                        "options and a class, or any other executable file. JVM options (-D, -X,",
                        "--add-opens, -ea, ...) may stand before the program.",
                        "")
                .optionListHeading("Options (a long name may be written with one dash or two):%n")
                .footer(
                        "",
                        "The class path option is -cp, -classpath or --class-path; the default is",
                        "$CLASSPATH or the current directory. Exit code: that of the lowest rank that",
                        "failed by itself; 128 + signal; 124 when the time limit was reached; 2 for a",
                        "wrong command line.");
    }

    private static void addPlacement(CommandSpec spec) {
        spec.addOption(one(Integer.class, "N", "Number of ranks; 1 without it.", "n", "np", "c"));
        spec.addOption(
                one(
                        String.class,
                        "core|none",
                        "Bind each rank to one core, or not at all. Without it: core when there are"
                                + " cores enough.",
                        "bind-to"));
        spec.addOption(
                one(
                        String.class,
                        "NAME",
                        "The transport between the ranks: shm, tcp, verbs, ...",
                        "transport"));
        spec.addOption(
                one(String.class, "DIR", "Run this program in another directory.", "wdir", "wd"));
        spec.addOption(
                one(String.class, "DIR", "Run all programs in another directory.", "gwdir"));
        spec.addOption(
                one(
                        Integer.class,
                        "S",
                        "End the job after S seconds, with thread dumps of all ranks (also"
                                + " MPIEXEC_TIMEOUT).",
                        "timeout"));
    }

    private static void addEnvironment(CommandSpec spec) {
        spec.addOption(many(2, "V", "Set variable N to V for this program.", "env"));
        spec.addOption(many(2, "V", "Set variable N to V for all programs.", "genv"));
        spec.addOption(many(1, "N[=V]", "Pass on variable N, or set it.", "x"));
        spec.addOption(one(String.class, "N,..", "Pass on these variables only.", "envlist"));
        spec.addOption(one(String.class, "N,..", "The same for all programs.", "genvlist"));
        spec.addOption(flag("Pass on no variables.", "envnone"));
        spec.addOption(flag("Pass on no variables to any program.", "genvnone"));
    }

    private static void addOutput(CommandSpec spec) {
        spec.addOption(
                flag("Begin each line of output with its rank.", "l", "tag-output", "prepend-rank"));
        spec.addOption(flag("Say what is done, with each rank's command.", "verbose", "v"));
        spec.addOption(flag("Print this page.", "help", "h"));
        spec.addOption(flag("Print the version.", "version", "V"));
        spec.addOption(flag("Accepted, without effect.", "oversubscribe", "allow-run-as-root"));
        spec.addOption(many(2, "V", "Of Open MPI: accepted, without effect.", "mca"));
    }

    private static String[] names(String... words) {
        String[] names = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            names[i] = "-" + words[i];
        }
        return names;
    }

    private static OptionSpec flag(String text, String... words) {
        return OptionSpec.builder(names(words)).arity("0").description(text).build();
    }

    private static OptionSpec one(Class<?> type, String label, String text, String... words) {
        return OptionSpec.builder(names(words))
                .type(type)
                .arity("1")
                .paramLabel(label)
                .description(text)
                .build();
    }

    private static OptionSpec many(int arity, String label, String text, String... words) {
        return OptionSpec.builder(names(words))
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity(Integer.toString(arity))
                .paramLabel(arity == 2 ? "N " + label : label)
                .hideParamSyntax(true)
                .description(text)
                .build();
    }
}
