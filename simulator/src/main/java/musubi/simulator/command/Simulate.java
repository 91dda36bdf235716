package musubi.simulator.command;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.error.MpiFailure;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;
import musubi.simulator.plot.SizeChart;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code ./musubi simulate}: how long collectives take on a modelled network. */
@Command(name = "simulate", mixinStandardHelpOptions = true)
final class Simulate implements Callable<Integer> {
    private static final String HEADER =
            "network,ranks,kind,algorithm,bytes,segment,us,bytes_per_second,messages,sent_bytes,by";

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "KIND", descriptionKey = "kind")
    private CollectiveKind kind;

    @Option(names = "--algorithm", split = ",", paramLabel = "NAME")
    private List<String> names = new ArrayList<>();

    @Option(names = "--sizes", defaultValue = "1K:4M", paramLabel = "FROM:TO")
    private SizeList sizes;

    @Option(names = "--segment", defaultValue = "own", paramLabel = "BYTES")
    private SegmentOption segment;

    @Option(names = "--gamma", defaultValue = "0", paramLabel = "TIME")
    private String gamma;

    @Option(names = "--csv", paramLabel = "FILE")
    private Path csv;

    @Option(names = "--plot", paramLabel = "FILE")
    private Path plot;

    @Mixin private NetworkOptions network = new NetworkOptions();

    private final List<Row> rows = new ArrayList<>();

    /** One result. */
    private record Row(
            Machine machine,
            CollectiveKind kind,
            Algorithm algorithm,
            long bytes,
            SegmentOption.Run run,
            double throughput) {
        String csv() {
            return String.format(
                    Locale.ROOT,
                    "%s,%d,%s,%s,%d,%d,%.6f,%.6g,%d,%d,%s",
                    machine.name(),
                    machine.ranks(),
                    kind.name().toLowerCase(Locale.ROOT),
                    algorithm.name(),
                    bytes,
                    run.segment(),
                    run.outcome().picos() / 1e6,
                    throughput,
                    run.outcome().messages(),
                    run.outcome().bytes(),
                    run.outcome().method().name().toLowerCase(Locale.ROOT));
        }

        String curve() {
            return algorithm.name() + " " + machine.name();
        }
    }

    Simulate() {}

    @Override
    public Integer call() throws IOException {
        List<Machine> machines = machines();
        spec.commandLine().getOut().println(HEADER);
        for (Machine machine : machines) {
            double perByte = Quantity.seconds(gamma) * LinkCost.SECOND;
            Experiment experiment = new Experiment(kind, machine, perByte);
            for (Algorithm algorithm : algorithms(experiment, machine)) {
                runAll(experiment, machine, algorithm);
            }
        }
        write();
        return 0;
    }

    private List<Machine> machines() {
        try {
            checkNames();
            return network.machines();
        } catch (TypeConversionException | IllegalArgumentException | MpiFailure e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private List<Algorithm> algorithms(Experiment experiment, Machine machine) {
        List<Algorithm> able = new ArrayList<>();
        for (Algorithm algorithm : Catalogue.of(kind)) {
            boolean named = names.contains(algorithm.name());
            if (!named && !names.isEmpty()) {
                continue;
            }
            String refusal = experiment.refusal(algorithm);
            if (refusal == null) {
                able.add(algorithm);
            } else {
                leaveOut(machine, algorithm, refusal);
            }
        }
        return able;
    }

    private void checkNames() {
        for (String name : names) {
            Algorithm algorithm = Catalogue.find(kind, name);
            if (algorithm == null) {
                throw new TypeConversionException(
                        kind + " has no algorithm " + name + "; it has " + names());
            }
            if (Catalogue.counts(kind, algorithm)) {
                throw new TypeConversionException(
                        kind
                                + " by "
                                + name
                                + " depends on the counts of all ranks, which a"
                                + " simulated call has not");
            }
            if (Catalogue.pads(kind, algorithm)) {
                throw new TypeConversionException(
                        ("%1$s by %2$s is two calls, of which each is to be simulated by itself: an"
                                        + " allreduce of 16 bytes by recursive-doubling, and an"
                                        + " alltoall by %2$s of the longest block")
                                .formatted(kind, name));
            }
        }
    }

    private String names() {
        return String.join(", ", Catalogue.of(kind).stream().map(Algorithm::name).toList());
    }

    private void leaveOut(Machine machine, Algorithm algorithm, String reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(machine.name() + " " + algorithm.name() + " left out: " + reason);
    }

    private void runAll(Experiment experiment, Machine machine, Algorithm algorithm) {
        try {
            sizes.bytes().forEach(bytes -> run(experiment, machine, algorithm, bytes));
        } catch (IllegalArgumentException e) {
            leaveOut(machine, algorithm, e.getMessage());
        }
    }

    private void run(Experiment experiment, Machine machine, Algorithm algorithm, long bytes) {
        SegmentOption.Run run = segment.run(experiment, algorithm, bytes);
        double throughput = experiment.throughput(bytes, run.outcome());
        Row row = new Row(machine, kind, algorithm, bytes, run, throughput);
        rows.add(row);
        spec.commandLine().getOut().println(row.csv());
    }

    private void write() throws IOException {
        if (csv != null) {
            List<String> lines = new ArrayList<>(List.of(HEADER));
            rows.forEach(row -> lines.add(row.csv()));
            Files.write(csv, lines);
        }
        if (plot != null) {
            SizeChart chart = new SizeChart(kind.name(), "GB/s");
            for (Row row : rows) {
                double rate = row.throughput / 1e9;
                chart.add(row.curve(), row.bytes, rate, rate, rate);
            }
            chart.writeSvg(plot.toFile());
        }
    }
}
