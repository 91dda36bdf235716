package musubi.simulator.command;

import musubi.simulator.report.StudyReport;
import musubi.simulator.report.StudyScale;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code ./musubi collectives-report}: the findings of the study of Fugaku, simulated. */
@Command(name = "collectives-report", mixinStandardHelpOptions = true)
final class CollectivesReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--ranks", split = ",", defaultValue = "384,3072,27648", paramLabel = "N")
    private List<Integer> ranks = new ArrayList<>();

    @Option(
            names = "--out",
            defaultValue = "docs/generated/collectives-report.md",
            paramLabel = "FILE")
    private Path out;

    @Option(names = "--real", split = ",", paramLabel = "FILE")
    private List<Path> real = new ArrayList<>();

    CollectivesReportCommand() {}

    @Override
    public Integer call() throws IOException {
        List<StudyScale> scales = scales();
        checkTables();
        PrintWriter err = spec.commandLine().getErr();
        StudyReport report = new StudyReport(args -> err.println(LocalTime.now() + " " + args));
        report.addTrees();
        if (!real.isEmpty()) {
            report.addMeasuredRuns(real);
        }
        // Each part is written when it is complete: the rest takes minutes.
        for (StudyScale scale : scales) {
            report.add(scale, Files.createDirectories(out.toAbsolutePath().getParent()));
            Files.write(out, report.lines());
        }
        report.addNeighbours();
        report.addChoices();
        Files.write(out, report.lines());
        if (scales.contains(StudyScale.LARGE)) {
            report.addLargeSimulations();
            Files.write(out, report.lines());
        }
        return 0;
    }

    private List<StudyScale> scales() {
        List<StudyScale> scales = new ArrayList<>();
        for (int nodes : ranks) {
            StudyScale scale = StudyScale.of(nodes);
            if (scale == null) {
                throw wrong("the study has no job of " + nodes + " nodes; take 384, 3072 or 27648");
            }
            scales.add(scale);
        }
        return scales;
    }

    private void checkTables() {
        for (Path file : real) {
            if (!Files.isReadable(file)) {
                throw wrong("cannot read " + file + "; take a table of benchmarks/compare");
            }
        }
    }

    private ParameterException wrong(String args) {
        return new ParameterException(spec.commandLine(), args);
    }
}
