package musubi.simulator.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * {@code musubi caches}: makes the AOT caches for this JDK where the script looks for them, or
 * lists or removes those of programs.
 */
@Command(name = "caches", mixinStandardHelpOptions = true)
final class Caches implements Callable<Integer> {
    private static final String PROGRAMS = "--programs";
    private static final String REMOVE_PROGRAMS = "--remove-programs";

    @Option(names = "--into", paramLabel = "DIR")
    private Path into;

    @Option(names = PROGRAMS)
    private boolean programs;

    @Option(names = REMOVE_PROGRAMS)
    private boolean removePrograms;

    Caches() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (programs || removePrograms) {
            return run(Script.mpiexec(), removePrograms ? REMOVE_PROGRAMS : PROGRAMS);
        }
        Path place = Script.caches();
        Path folder = into == null ? place : into.resolve(place.getFileName());
        return write(Script.mpiexec(), folder);
    }

    /** Has an installation make its caches; returns the exit code. */
    static int write(Path mpiexec, Path folder) throws IOException, InterruptedException {
        System.out.println("AOT caches: " + folder);
        return run(mpiexec, folder.toString());
    }

    private static int run(Path mpiexec, String argument) throws IOException, InterruptedException {
        return new ProcessBuilder(mpiexec.toString(), "--as", "caches", argument)
                .inheritIO()
                .start()
                .waitFor();
    }
}
