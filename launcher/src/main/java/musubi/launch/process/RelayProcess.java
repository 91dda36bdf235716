package musubi.launch.process;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.program.Installation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The relay of a host, as a process that reads and writes lines and ends with its standard input
 * ({@code musubi.tcp.relay.RelayMain} in the transport for TCP). Its lines go to a consumer; the
 * last one is {@code ended} and how.
 *
 * <p>Thread rule: any thread; the consumer is called by one thread at a time.
 */
public final class RelayProcess {
    private static final String MAIN = "musubi.tcp.relay.RelayMain";
    private static final long BUFFER_BYTES = 64L << 20;
    private static final long END_LIMIT_S = 5;

    /** A relay copies in memory outside of the heap, and most of its time in the kernel. */
    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-Xmx48m",
                    "-XX:MaxDirectMemorySize=80m");

    /** Options for the ranks' JVMs; the JVM would print them. */
    private static final Set<String> JVM_VARIABLES =
            Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private final Watcher watcher;
    private final String jobId;
    private final Consumer<String> lines;
    private Process process;
    private Thread reader;

    /** A relay that is not started yet. */
    public RelayProcess(Watcher watcher, String jobId, Consumer<String> lines) {
        this.watcher = watcher;
        this.jobId = jobId;
        this.lines = lines;
    }

    /**
     * Starts it. A failure is a line {@code failed} and its cause.
     *
     * @param addresses where other hosts reach this one; its value is null if it is unknown
     */
    public void start(RelayStart start, Supplier<String> addresses) {
        try {
            String address = addresses.get();
            if (address == null) {
                lines.accept("failed no address of this host is known");
            } else {
                start(start, address);
            }
        } catch (LaunchFailure e) {
            lines.accept("failed " + e.getMessage());
        }
    }

    private synchronized void start(RelayStart start, String address) {
        List<String> words = new ArrayList<>(List.of(Installation.java()));
        words.addAll(FLAGS);
        words.addAll(List.of("-cp", Installation.find().classPath(""), MAIN));
        ProcessBuilder builder = new ProcessBuilder(RankProcess.inNewGroup(words));
        builder.redirectError(Redirect.INHERIT);
        builder.environment().keySet().removeAll(JVM_VARIABLES);
        builder.environment().put("MUSUBI_JOB", jobId);
        PerlCommand.suppressWarnings(builder.environment());
        try {
            process = builder.start();
        } catch (IOException e) {
            lines.accept("failed " + e.getMessage());
            return;
        }
        watcher.watch(process.pid());
        reader = Thread.ofPlatform().daemon().name("relay").start(() -> forward(process));
        send(
                "start %d %s %s %s %d %d %d %s"
                        .formatted(
                                start.id(),
                                start.site(),
                                jobId,
                                address,
                                start.firstPort(),
                                start.lastPort(),
                                BUFFER_BYTES,
                                start.secret()));
    }

    private void forward(Process started) {
        try (BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(lines);
            int code = started.waitFor();
            watcher.forget(started.pid());
            lines.accept("ended " + ExitCode.describe(code, 1));
        } catch (IOException e) {
            lines.accept("ended " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a line; without effect if the relay has ended, which is a line of its own. */
    public synchronized void send(String line) {
        if (process == null) {
            return;
        }
        try {
            OutputStream out = process.getOutputStream();
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException _) {
            // The reader of its output sees its end.
        }
    }

    /** Ends it, and waits for its last line. */
    public synchronized void finish() throws InterruptedException {
        if (process == null) {
            return;
        }
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // It has ended.
        }
        if (!process.waitFor(END_LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        reader.join();
    }
}
