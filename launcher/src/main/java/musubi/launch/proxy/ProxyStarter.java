package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.ProxyLink;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts the node proxy of one host, with ssh most often. A host that is not there yet, or whose
 * name is not known yet, is tried again: in a cloud hosts come up in any order.
 *
 * <p>Thread rule: one thread.
 */
public final class ProxyStarter {
    /** How long a host may take to be there, in s; the environment may say another number. */
    public static final String PATIENCE_VARIABLE = "MUSUBI_LAUNCH_PATIENCE";

    private static final long DEFAULT_PATIENCE_S = 60;
    private static final long FIRST_PAUSE_MS = 250;
    private static final long LONGEST_PAUSE_MS = 5_000;

    /** What ssh itself ends with when it has not reached the host. */
    private static final int SSH_FAILED = 255;

    /** What is said before the proxy runs is kept, for the message of a failure. */
    private static final int LINES_KEPT = 8;

    private static final long ERRORS_PATIENCE_MS = 1_000;

    /** What another try does not mend. */
    private static final List<String> HOPELESS =
            List.of("Permission denied", "Host key verification failed", "Too many authentication");

    private final ProxyTree tree;
    private final Installation installation;
    private final Watcher watcher;
    private final Consumer<String> messages;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private Thread errors;
    private volatile boolean greeted;

    /**
     * A start.
     *
     * @param watcher kills what carries the link when this process ends
     * @param messages hears what the host says on its standard error when the proxy runs
     */
    ProxyStarter(
            ProxyTree tree, Installation installation, Watcher watcher, Consumer<String> messages) {
        this.tree = tree;
        this.installation = installation;
        this.watcher = watcher;
        this.messages = messages;
    }

    /**
     * Starts the proxy of a node.
     *
     * @throws LaunchFailure when that does not succeed in time
     */
    ProxyLink start(int node) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(patienceS());
        for (long pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
            List<String> words = RemoteCommand.of(tree, node, installation);
            Process process = run(words);
            FrameStream stream =
                    new FrameStream(process.getInputStream(), process.getOutputStream());
            if (greets(stream, process, deadlineNs)) {
                greeted = true;
                return new ProxyLink(node, stream, process);
            }
            int code = process.waitFor();
            errors.join(ERRORS_PATIENCE_MS);
            watcher.forget(process.pid());
            boolean again = code == SSH_FAILED && HOPELESS.stream().noneMatch(this::wasSaid);
            boolean late = System.nanoTime() + pauseMs * 1_000_000 > deadlineNs;
            if (!again || late) {
                throw failure(node, words, code, late);
            }
            TimeUnit.MILLISECONDS.sleep(pauseMs);
        }
    }

    private static long patienceS() {
        String text = System.getenv(PATIENCE_VARIABLE);
        try {
            return text == null ? DEFAULT_PATIENCE_S : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number of seconds: " + PATIENCE_VARIABLE + "=" + text);
        }
    }

    private Process run(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        Map<String, String> variables = builder.environment();
        // The watcher of the node must outlive it, so it may not look like a process of this job.
        variables.remove("MUSUBI_JOB");
        try {
            Process process = builder.start();
            watcher.watch(process.pid());
            errors =
                    Thread.ofPlatform()
                            .daemon()
                            .name("errors-of-node")
                            .start(() -> passErrors(process));
            return process;
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot start a node proxy: command=" + words + " cause=" + e.getMessage(), e);
        }
    }

    /** Waits for the greeting, but not for ever. */
    private static boolean greets(FrameStream stream, Process process, long deadlineNs) {
        Thread guard =
                Thread.ofPlatform()
                        .daemon()
                        .name("start-of-node")
                        .start(() -> destroyAt(process, deadlineNs));
        try {
            return stream.awaitGreeting();
        } catch (IOException e) {
            return false;
        } finally {
            guard.interrupt();
        }
    }

    private static void destroyAt(Process process, long deadlineNs) {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, deadlineNs - System.nanoTime()));
            process.destroyForcibly();
        } catch (InterruptedException e) {
            // It has greeted, or ended.
            Thread.currentThread().interrupt();
        }
    }

    private void passErrors(Process process) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (greeted) {
                    messages.accept(line);
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            // The process is gone and its pipe with it.
            return;
        }
    }

    /** Keeps a line once, because each attempt may say the same. */
    private synchronized void keep(String line) {
        lastLines.remove(line);
        lastLines.add(line);
        if (lastLines.size() > LINES_KEPT) {
            lastLines.remove();
        }
    }

    private synchronized boolean wasSaid(String words) {
        return lastLines.stream().anyMatch(line -> line.contains(words));
    }

    private synchronized LaunchFailure failure(
            int node, List<String> words, int code, boolean late) {
        return LaunchFailure.of(
                "cannot start ranks on a host: host="
                        + tree.hosts().get(node).name()
                        + " exit code="
                        + code
                        + (late ? " tried for " + patienceS() + " s" : "")
                        + " command="
                        + RemoteCommand.quoted(words)
                        + (lastLines.isEmpty() ? "" : " said=" + lastLines)
                        + "; is Musubi there, at the same place as here, and does ssh reach the"
                        + " host without asking?",
                null);
    }
}
