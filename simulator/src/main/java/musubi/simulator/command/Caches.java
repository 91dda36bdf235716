package musubi.simulator.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code musubi caches}: makes the AOT caches for this JDK where the script looks for them. */
@Command(name = "caches", mixinStandardHelpOptions = true)
final class Caches implements Callable<Integer> {
    @Option(names = "--into", paramLabel = "DIR")
    private Path into;

    Caches() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path place = Script.caches();
        Path folder = into == null ? place : into.resolve(place.getFileName());
        return write(Script.mpiexec(), folder);
    }

    /** Has an installation make its caches; returns the exit code. */
    static int write(Path mpiexec, Path folder) throws IOException, InterruptedException {
        System.out.println("AOT caches: " + folder);
        return new ProcessBuilder(mpiexec.toString(), "--as", "caches", folder.toString())
                .inheritIO()
                .start()
                .waitFor();
    }
}
