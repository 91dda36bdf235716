package musubi.simulator.command;

import imb.Imb;
import imb.ImbArguments;

import musubi.comparison.ImbResult;
import musubi.comparison.NativePeer;
import musubi.comparison.ResultTable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** {@code ./musubi imb}: the benchmarks of IMB, alone or beside native libraries. */
@Command(
        name = ImbCommand.NAME,
        mixinStandardHelpOptions = true,
        preprocessor = ImbWords.Mark.class)
final class ImbCommand implements Callable<Integer> {
    static final String NAME = "imb";

    /** The words -- are for JMH, and must be kept. */
    static final String NO_DELIMITER = "\0";

    private static final String OURS = "musubi";
    private static final String PROGRESS = "progress: ";

    /** Begins lines about the overlap of a benchmark, whose times have lines of their own. */
    private static final String OVERLAP = "O,";

    @Spec private CommandSpec spec;

    @Option(
            names = {"-n", "-np"},
            defaultValue = "2",
            paramLabel = "N")
    private int ranks;

    @Option(names = "--list")
    private boolean list;

    @Option(names = "--jmh")
    private boolean jmh;

    @Option(names = "--peers", split = ",", paramLabel = "openmpi|mpich")
    private List<String> peers = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "3", paramLabel = "N")
    private int rounds;

    @Option(names = "--plot", paramLabel = "FILE")
    private File plot;

    @Option(names = "--progress")
    private boolean progress;

    @Parameters(paramLabel = "NAME", descriptionKey = "names")
    private List<String> words = new ArrayList<>();

    ImbCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            ImbArguments.listing().forEach(out::println);
            return 0;
        }
        ImbWords parsed = ImbWords.parse(words);
        check(parsed);
        List<String> command = command(parsed);
        if (peers.isEmpty() && plot == null) {
            return run(command, shows() ? out::println : null);
        }
        return compare(command, parsed);
    }

    /** Runs Musubi and the native libraries in turns, and prints the table of all. */
    private int compare(List<String> own, ImbWords parsed)
            throws IOException, InterruptedException {
        Map<String, List<String>> commands = new LinkedHashMap<>(Map.of(OURS, own));
        for (String name : peers) {
            NativePeer peer = NativePeer.named(name);
            Path program = peer.build(Script.home());
            commands.put(
                    peer.label(), peer.command(program, ranks, parsed.binding(), parsed.ofImb()));
        }
        ResultTable table = new ResultTable(List.copyOf(commands.keySet()));
        int count = peers.isEmpty() ? 1 : rounds;
        for (int round = 0; round < count; round++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                int code = run(command.getValue(), line -> add(table, command.getKey(), line));
                if (code != 0) {
                    return code;
                }
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf("# rounds: %d, musubi: %s%n", count, jmh ? "IMB under JMH" : "IMB");
        table.lines().forEach(out::println);
        if (plot != null) {
            table.plot(plot);
        }
        return 0;
    }

    private void add(ResultTable table, String library, String line) {
        ImbResult result = ImbResult.parse(line);
        if (result != null) {
            table.add(library, result);
        } else if (!line.startsWith(OVERLAP)) {
            spec.commandLine().getErr().println(line);
        }
    }

    private void check(ImbWords parsed) {
        try {
            ImbArguments.check(parsed.ofImb(), jmh);
            peers.forEach(NativePeer::named);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (!jmh && !parsed.ofJmh().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "the words after -- are for --jmh");
        }
        if (ranks < 2 || rounds < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "IMB needs 2 ranks or more, and 1 round or more: -n %d --rounds %d"
                            .formatted(ranks, rounds));
        }
    }

    private boolean shows() {
        return !jmh && (progress || Script.isTerminal());
    }

    /** The job of Musubi. */
    private List<String> command(ImbWords parsed) throws IOException {
        List<String> command = new ArrayList<>(List.of(Script.mpiexec().toString()));
        command.addAll(List.of("-n", String.valueOf(ranks)));
        command.addAll(parsed.ofMpiexec());
        String path = place();
        if (jmh) {
            // JMH itself uses what the JDK warns of.
            command.add("--sun-misc-unsafe-memory-access=allow");
            path += File.pathSeparator + JmhFolder.classPath();
        }
        command.addAll(List.of("-cp", path, jmh ? "imb.ImbOnJmh" : Imb.class.getName()));
        command.addAll(parsed.ofImb());
        if (shows()) {
            command.add("-progress");
        }
        if (!peers.isEmpty() || plot != null) {
            command.add("-lines");
        }
        if (!parsed.ofJmh().isEmpty()) {
            command.add("--");
            command.addAll(parsed.ofJmh());
        }
        return command;
    }

    /** The jar of the program; every rank has the rest of its class path. */
    private static String place() {
        try {
            return Path.of(Imb.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("location of the jar is unknown: cause=" + e, e);
        }
    }

    /**
     * Runs a job.
     *
     * @param lines gets its output; null to inherit it
     */
    private int run(List<String> command, Consumer<String> lines)
            throws IOException, InterruptedException {
        if (!shows()) {
            return ChildProcess.run(command, lines, null);
        }
        PrintWriter err = spec.commandLine().getErr();
        ProgressLine below = new ProgressLine(err, Script.isTerminal());
        int code =
                ChildProcess.run(
                        command,
                        line -> below.above(() -> lines.accept(line)),
                        line -> {
                            if (line.startsWith(PROGRESS)) {
                                below.show(line.substring(PROGRESS.length()));
                            } else {
                                below.above(() -> err.println(line));
                            }
                        });
        below.show("");
        return code;
    }
}
