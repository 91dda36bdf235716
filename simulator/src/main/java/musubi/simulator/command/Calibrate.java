package musubi.simulator.command;

import musubi.collectives.model.CostTable;
import musubi.simulator.calibration.CalibrationProgram;
import musubi.simulator.calibration.CostFit;
import musubi.simulator.calibration.LossReport;
import musubi.simulator.calibration.Sample;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * {@code ./musubi calibrate}: measures the cost of collective algorithms, or the loss of choices.
 */
@Command(name = "calibrate", mixinStandardHelpOptions = true)
final class Calibrate implements Callable<Integer> {
    private static final int FAILED = 1;

    @Spec private CommandSpec spec;

    @Option(names = "-n", defaultValue = "4", paramLabel = "RANKS")
    private int ranks;

    @Option(names = "--output", paramLabel = "FILE")
    private Path output;

    @Option(names = "--check")
    private boolean check;

    @Option(
            names = "--sizes",
            defaultValue = "8,64,512,4K,16K,64K,256K,1M,4M",
            paramLabel = "FROM:TO")
    private SizeList sizes;

    @Option(names = "--batch", defaultValue = "4ms", paramLabel = "TIME")
    private String batch;

    @Option(names = "--rounds", defaultValue = "9", paramLabel = "N")
    private int rounds;

    @Parameters(paramLabel = "OPTION", descriptionKey = "options")
    private List<String> options = new ArrayList<>();

    Calibrate() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        Process ranksRun = new ProcessBuilder(command()).redirectError(inherited()).start();
        ranksRun.getOutputStream().close();
        try (BufferedReader lines = ranksRun.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Sample sample = Sample.parse(line);
                if (sample == null) {
                    spec.commandLine().getErr().println(line);
                } else {
                    samples.add(sample);
                }
            }
        }
        int code = ranksRun.waitFor();
        if (code != 0) {
            spec.commandLine()
                    .getErr()
                    .println("musubi: nothing written: mpiexec returned " + code);
            return FAILED;
        }
        write(check ? LossReport.lines(samples) : table(samples));
        return 0;
    }

    private static ProcessBuilder.Redirect inherited() {
        return ProcessBuilder.Redirect.INHERIT;
    }

    private List<String> command() {
        String script = Script.mpiexec().toString();
        List<String> args = new ArrayList<>(List.of(script, "-n", Integer.toString(ranks)));
        args.addAll(options);
        args.addAll(List.of("-cp", place()));
        args.add(CalibrationProgram.class.getName());
        args.add(sizes.bytes().stream().map(String::valueOf).collect(Collectors.joining(",")));
        args.add(Double.toString(Quantity.seconds(batch) * 1e6));
        args.add(Integer.toString(rounds));
        args.add(Boolean.toString(check));
        return args;
    }

    /** The jar of the program; every rank has the rest of its class path. */
    private static String place() {
        try {
            URI jar =
                    CalibrationProgram.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI();
            return Path.of(jar).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("location of the jar is unknown: cause=" + e, e);
        }
    }

    private List<String> table(List<Sample> samples) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# date=" + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        String host = InetAddress.getLocalHost().getHostName();
        int cores = Runtime.getRuntime().availableProcessors();
        lines.add("# host=%s cores=%s ranks=%s".formatted(host, cores, ranks));
        lines.add("# mpiexec options=" + String.join(" ", options));
        lines.add("# musubi=" + version() + " jdk=" + Runtime.version());
        lines.add(CostTable.HEADING);
        CostFit.lines(samples).forEach(line -> lines.add(line.text()));
        return lines;
    }

    private static String version() {
        String version = Calibrate.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private void write(List<String> lines) throws IOException {
        if (check && output == null) {
            lines.forEach(spec.commandLine().getOut()::println);
            return;
        }
        Path file = (output == null ? usualPlace() : output).toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
        spec.commandLine().getErr().println("musubi: written: " + file);
    }

    private static Path usualPlace() {
        String folder = System.getenv("XDG_CONFIG_HOME");
        Path config =
                folder == null || folder.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".config")
                        : Path.of(folder);
        return config.resolve("musubi").resolve("coll.csv");
    }
}
