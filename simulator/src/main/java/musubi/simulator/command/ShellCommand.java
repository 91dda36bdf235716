package musubi.simulator.command;

import musubi.embedded.EmbeddedJob;
import musubi.shell.Shell;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code ./musubi shell}: a prompt of Java on all ranks of a job. */
@Command(name = "shell", mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
    private static final long LIMIT_OF_SCRIPTS_S = 60;

    @Spec private CommandSpec spec;

    @Option(names = "-n", defaultValue = "4", paramLabel = "N")
    private int size;

    @Option(
            names = {"-cp", "--class-path"},
            defaultValue = "",
            paramLabel = "PATH")
    private String classPath;

    @Option(names = "--limit", paramLabel = "SECONDS")
    private Long limitS;

    @Option(names = "-D", paramLabel = "NAME=VALUE")
    private Map<String, String> properties = new LinkedHashMap<>();

    ShellCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (size < 1) {
            throw new ParameterException(
                    spec.commandLine(), "a job needs at least one rank: " + size);
        }
        properties.forEach(System::setProperty);
        boolean interactive = System.console() != null && System.console().isTerminal();
        long limit = limitS != null ? limitS : interactive ? 0 : LIMIT_OF_SCRIPTS_S;
        PrintStream out = System.out;
        Shell shell = new Shell(new Shell.Job(size, paths(), Map.of(), limit), out, interactive);
        EmbeddedJob.routeOutput();
        Interrupts.handle(shell::interrupt);
        Charset charset = Charset.forName(System.getProperty("stdin.encoding", "UTF-8"));
        return shell.run(new BufferedReader(new InputStreamReader(System.in, charset))) ? 0 : 1;
    }

    private List<Path> paths() {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }
}
