package musubi.simulator.command;

import musubi.simulator.sites.GridReport;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.concurrent.Callable;

/** {@code ./musubi grid-report}: collectives and routes between sites, simulated. */
@Command(name = "grid-report", mixinStandardHelpOptions = true)
final class GridReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--out", defaultValue = "docs/generated/grid-report.md", paramLabel = "FILE")
    private Path out;

    @Option(names = "--clusters-only")
    private boolean clustersOnly;

    @Option(names = "--reuse")
    private boolean reuse;

    GridReportCommand() {}

    @Override
    public Integer call() throws IOException {
        GridReport report =
                new GridReport(
                        line -> spec.commandLine().getErr().println(LocalTime.now() + " " + line));
        report.addFourClusters();
        Files.createDirectories(out.toAbsolutePath().getParent());
        if (!clustersOnly) {
            String name = out.getFileName().toString().replaceFirst("\\.md$", "");
            Path times = out.resolveSibling(name + ".csv");
            if (!reuse) {
                Files.deleteIfExists(times);
            }
            report.addScale(times);
        }
        Files.write(out, report.lines());
        return 0;
    }
}
