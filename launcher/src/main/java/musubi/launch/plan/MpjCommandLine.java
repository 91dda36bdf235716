package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.JvmOptions;
import musubi.launch.options.MpjOption;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Parses the command line of mpjrun, in the syntax of MPJ Express, into one part per rank: the
 * arguments of each rank begin with its number.
 */
public final class MpjCommandLine {
    private static final String JAR = "-jar";
    private static final String MULTICORE = "multicore";

    /** The third argument of main, by device. */
    private static final Map<String, String> DEVICES =
            Map.of(
                    MULTICORE, "smpdev", "niodev", "niodev", "hybdev", "hybdev", "mxdev", "mxdev",
                    "native", "native");

    /** The variable that makes MPI.Init remove the additional arguments. */
    static final String ARGUMENTS_ADDED = "MUSUBI_MPJ_ARGS";

    private static final String SEND_AHEAD = "MUSUBI_SEND_AHEAD";

    /** MPJ Express's protocol switch limit, in bytes. */
    private static final int USUAL_SWITCH_LIMIT = 128 << 10;

    private final Map<String, String> variables;
    private final Consumer<String> warnings;
    private final ParsedOptions own = new ParsedOptions();
    private final List<String> jvm = new ArrayList<>();
    private final List<String> program = new ArrayList<>();
    private int count = Runtime.getRuntime().availableProcessors();
    private String device = MULTICORE;
    private String machines;
    private String directory;
    private String classPath;
    private int debugPort;
    private int switchLimit = USUAL_SWITCH_LIMIT;
    private boolean help;

    private MpjCommandLine(Map<String, String> variables, Consumer<String> warnings) {
        this.variables = variables;
        this.warnings = warnings;
    }

    /**
     * Parses a command line.
     *
     * @param variables the environment of mpjrun
     * @param warnings receives warnings that do not prevent the job
     * @throws LaunchFailure if it is wrong
     */
    public static MpjCommandLine of(
            List<String> words, Map<String, String> variables, Consumer<String> warnings) {
        MpjCommandLine line = new MpjCommandLine(variables, warnings);
        line.read(words);
        return line;
    }

    private void read(List<String> words) {
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals(JAR)) {
            String word = words.get(at++);
            at += take(word, words.subList(at, words.size()));
        }
        program.addAll(words.subList(at, words.size()));
    }

    /** Whether the help option is given. */
    public boolean isHelpRequested() {
        return help;
    }

    /** Adds an option; returns the number of its values. */
    private int take(String word, List<String> rest) {
        MpjOption option = MpjOption.named(word);
        if (option != null) {
            take(option, values(word, rest, option.valueCount()));
            return option.valueCount();
        }
        Option other = word.startsWith("--") ? Option.named(name(word)) : null;
        if (other != null) {
            List<String> words = new ArrayList<>(List.of(word));
            int used = word.indexOf('=') < 0 ? valueCount(other, rest) : 0;
            words.addAll(values(word, rest, used));
            ParsedOptions found = CommandLinePart.cut(words).options();
            own.add(other, found.all(other));
            return used;
        }
        int used = JvmOptions.hasSeparateValue(word) ? 1 : 0;
        jvm.add(word);
        jvm.addAll(values(word, rest, used));
        return used;
    }

    /** A variable may be a single argument, N=V. */
    private static int valueCount(Option option, List<String> rest) {
        boolean pair = option.valueCount() == 2 && !rest.isEmpty();
        return pair && rest.getFirst().indexOf('=') > 0 ? 1 : option.valueCount();
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    private static List<String> values(String word, List<String> rest, int count) {
        if (rest.size() < count) {
            throw LaunchFailure.usage("option '" + word + "' needs a value");
        }
        return rest.subList(0, count);
    }

    private void take(MpjOption option, List<String> values) {
        String value = values.isEmpty() ? "" : values.getFirst();
        switch (option) {
            case COUNT -> count = ParsedOptions.number("-np", value);
            case DEVICE -> device = knownDevice(value);
            case MACHINES -> machines = value;
            case DIRECTORY -> directory = value;
            case CLASS_PATH -> classPath = value;
            case SWITCH_LIMIT -> switchLimit = ParsedOptions.number("-psl", value);
            case DEBUG -> debugPort = ParsedOptions.number("-debug", value);
            case HELP -> help = true;
            case YARN -> warnings.accept("-yarn has no effect: the ranks run on this machine");
            case SWITCHES, TUNING -> {}
        }
    }

    private static String knownDevice(String name) {
        if (!DEVICES.containsKey(name)) {
            throw LaunchFailure.usage("no such device")
                    .with("-dev", name)
                    .advice("choose multicore, niodev, hybdev, mxdev or native");
        }
        return name;
    }

    /**
     * The parts of the command line, one per rank.
     *
     * @throws LaunchFailure without program or ranks
     */
    public List<CommandLinePart> parts() {
        if (count < 1) {
            throw LaunchFailure.usage("at least one rank is needed").with("-np", count);
        }
        if (program.isEmpty()) {
            throw LaunchFailure.usage("no class given").advice("put its name after the options");
        }
        if (program.getFirst().equals(JAR) && program.size() < 2) {
            throw LaunchFailure.usage("option '-jar' needs the name of a jar");
        }
        own.add(Option.COUNT, List.of("1"));
        own.add(Option.VARIABLE, List.of(ARGUMENTS_ADDED, "1"));
        own.add(Option.VARIABLE, List.of(SEND_AHEAD, Integer.toString(switchLimit)));
        if (directory != null) {
            own.add(Option.DIRECTORY, List.of(directory));
        }
        // As with MPJ Express, multicore runs on this machine.
        if (machines != null && !device.equals(MULTICORE)) {
            own.add(Option.HOST_FILE, List.of(machines));
        }
        String path = wholeClassPath();
        List<CommandLinePart> parts = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            parts.add(new CommandLinePart(own, jvmOptions(rank), path, programWords(rank)));
        }
        return parts;
    }

    private List<String> jvmOptions(int rank) {
        if (debugPort == 0) {
            return jvm;
        }
        int port = own.has(Option.PVAS) ? debugPort : debugPort + 2 * rank;
        List<String> words = new ArrayList<>(jvm);
        words.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=" + port);
        return words;
    }

    private List<String> programWords(int rank) {
        int name = program.getFirst().equals(JAR) ? 2 : 1;
        List<String> words = new ArrayList<>(program.subList(0, name));
        words.add(Integer.toString(rank));
        words.add(Integer.toString(count));
        words.add(DEVICES.get(device));
        words.addAll(program.subList(name, program.size()));
        return words;
    }

    /** The current directory is always the last entry. */
    private String wholeClassPath() {
        String given = classPath == null ? variables.getOrDefault("CLASSPATH", "") : classPath;
        StringBuilder path = new StringBuilder();
        for (String entry : given.split(":")) {
            if (!entry.isEmpty()) {
                path.append(inDirectory(entry)).append(':');
            }
        }
        return path.append('.').toString();
    }

    /** MPJ Express resolves relative entries in the working directory of the ranks. */
    private String inDirectory(String entry) {
        if (directory == null || Path.of(entry).isAbsolute() || Files.exists(Path.of(entry))) {
            return entry;
        }
        Path there = Path.of(directory).resolve(entry).toAbsolutePath().normalize();
        return Files.exists(there) ? there.toString() : entry;
    }
}
