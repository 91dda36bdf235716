package musubi.simulator.command;

import musubi.simulator.scale.MemoryStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.concurrent.Callable;

/** {@code ./musubi memory-report}: the memory of a node in worlds of up to 4 million ranks. */
@Command(name = "memory-report", mixinStandardHelpOptions = true)
final class MemoryReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--out", defaultValue = "docs/generated/memory-report.md", paramLabel = "FILE")
    private Path out;

    MemoryReportCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        new MemoryStudy(line -> spec.commandLine().getErr().println(LocalTime.now() + " " + line))
                .run()
                .write(out);
        return 0;
    }
}
