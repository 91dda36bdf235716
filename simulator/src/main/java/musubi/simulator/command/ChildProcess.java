package musubi.simulator.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/** A command whose output is read by lines. It ends with this JVM. */
final class ChildProcess {
    private ChildProcess() {}

    /**
     * Runs a command.
     *
     * @param out gets each line of standard output; null to inherit it
     * @param err gets each line of standard error; null to inherit it
     * @return the exit code
     */
    static int run(List<String> command, Consumer<String> out, Consumer<String> err)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        if (out == null) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        }
        if (err == null) {
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        }
        Process process = builder.start();
        process.getOutputStream().close();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
        Thread errors = Thread.ofVirtual().start(() -> relay(process.errorReader(), err));
        relay(process.inputReader(), out);
        errors.join();
        return process.waitFor();
    }

    private static void end(Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void relay(BufferedReader lines, Consumer<String> to) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                to.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
