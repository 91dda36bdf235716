package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.link.Renewal.Gone;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts the node proxy of one host, usually with ssh, and connects to it again when the link has
 * broken. A host that is unreachable or unknown is tried again, since the hosts of a cloud come up
 * in any order.
 *
 * <p>Thread rule: one thread.
 */
public final class ProxyStarter {
    /** The variable with the time limit for a host to become reachable, in s. */
    public static final String PATIENCE_VARIABLE = "MUSUBI_LAUNCH_PATIENCE";

    private static final long DEFAULT_PATIENCE_S = 60;
    private static final long FIRST_PAUSE_MS = 250;
    private static final long LONGEST_PAUSE_MS = 5_000;

    /** The exit code of ssh for an unreachable host. */
    private static final int SSH_FAILED = 255;

    /** The pause before which the user learns that a host does not answer: after about 1 s. */
    private static final long REPORTED_PAUSE_MS = 4 * FIRST_PAUSE_MS;

    /** The number of error lines kept for the message of a failure. */
    private static final int LINES_KEPT = 8;

    private static final long ERRORS_PATIENCE_MS = 1_000;

    /** The time limit for another connection; ssh itself fails earlier where no host answers. */
    private static final long RENEWAL_LIMIT_S = 30;

    /** The time limit for the end of a process whose output has ended. */
    private static final long END_LIMIT_S = 10;

    /** Errors that a retry does not resolve. */
    private static final List<String> PERMANENT_ERRORS =
            List.of("Permission denied", "Host key verification failed", "Too many authentication");

    private final ProxyTree tree;
    private final Installation installation;
    private final Watcher watcher;
    private final Consumer<String> messages;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private Thread errors;
    private volatile Process carrier;

    /**
     * A starter.
     *
     * @param watcher kills the carrier of the link at the end of this process
     * @param messages receives the standard error of a running proxy
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
     * @throws LaunchFailure if it does not run within the time limit
     */
    ProxyLink start(int node) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(patienceS());
        for (long pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
            List<String> words = RemoteCommand.of(tree, node, installation);
            Process process = run(words);
            Connection connection = connection(process, deadlineNs);
            if (connection != null) {
                Renewal renewal =
                        RemoteCommand.isChild(tree, node) ? Renewal.NONE : new Again(node);
                return new ProxyLink(node, connection, renewal, tree.remoteLaunch().linkTimes());
            }
            int code = end(process);
            boolean again =
                    code == SSH_FAILED && PERMANENT_ERRORS.stream().noneMatch(this::hasLine)
                            // Two attempts have met, and both have withdrawn.
                            || code == LinkRelay.NO_PROXY;
            boolean late = System.nanoTime() + pauseMs * 1_000_000 > deadlineNs;
            if (!again || late) {
                throw failure(node, words, code, late);
            }
            if (pauseMs == REPORTED_PAUSE_MS) {
                reportRetry();
            }
            TimeUnit.MILLISECONDS.sleep(pauseMs);
        }
    }

    private Connection connection(Process process, long deadlineNs) {
        FrameStream stream = new FrameStream(process.getInputStream(), process.getOutputStream());
        if (!awaitGreeting(stream, process, deadlineNs)) {
            return null;
        }
        carrier = process;
        return new Connection(stream, process);
    }

    /** Waits for the end of a process without a greeting; returns its exit code. */
    private int end(Process process) throws InterruptedException {
        // It may wait for a reader of more output, or have closed only that.
        if (!process.waitFor(END_LIMIT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        int code = process.waitFor();
        errors.join(ERRORS_PATIENCE_MS);
        watcher.forget(process.pid());
        return code;
    }

    /** Other connections to the running proxy. */
    private final class Again implements Renewal {
        private final int node;
        private volatile Process attempt;
        private Process forgotten;
        private volatile boolean cancelled;

        Again(int node) {
            this.node = node;
        }

        @Override
        public Connection connect() throws IOException, InterruptedException {
            // Once: another process may get the number later.
            if (forgotten != carrier) {
                forgotten = carrier;
                watcher.forget(carrier.pid());
            }
            forgetLines();
            attempt = run(RemoteCommand.again(tree, node, installation));
            if (cancelled) {
                cancel();
            }
            return connectAgain(attempt);
        }

        @Override
        public void cancel() {
            cancelled = true;
            Process now = attempt;
            if (now != null) {
                now.destroyForcibly();
            }
        }
    }

    private Connection connectAgain(Process process) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(RENEWAL_LIMIT_S);
        Connection connection = connection(process, deadlineNs);
        if (connection != null) {
            return connection;
        }
        int code = end(process);
        if (code == LinkRelay.NO_PROXY) {
            throw new Gone("the node proxy has ended");
        }
        throw new IOException(lastLine("exit code " + code));
    }

    /** The process that carries the link. */
    Process carrier() {
        return carrier;
    }

    private synchronized void forgetLines() {
        lastLines.clear();
    }

    private synchronized String lastLine(String otherwise) {
        return lastLines.isEmpty() ? otherwise : lastLines.getLast();
    }

    private synchronized void reportRetry() {
        String cause = lastLine("unreachable");
        messages.accept(
                "%s; tried again for up to %d s (%s)"
                        .formatted(cause, patienceS(), PATIENCE_VARIABLE));
    }

    private static long patienceS() {
        String text = System.getenv(PATIENCE_VARIABLE);
        try {
            return text == null ? DEFAULT_PATIENCE_S : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number of seconds").with(PATIENCE_VARIABLE, text);
        }
    }

    private Process run(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        Map<String, String> variables = builder.environment();
        // The watcher of the node outlives it, so it must not look like a process of this job.
        variables.remove("MUSUBI_JOB");
        try {
            Process process = builder.start();
            watcher.watch(process.pid());
            errors =
                    Thread.ofPlatform()
                            .daemon()
                            .name("errors-of-node")
                            .start(() -> forwardErrors(process));
            return process;
        } catch (IOException e) {
            throw LaunchFailure.of("cannot start a node proxy", e)
                    .with("command", words)
                    .with("cause", e.getMessage());
        }
    }

    /** Waits for the greeting until the deadline. */
    private static boolean awaitGreeting(FrameStream stream, Process process, long deadlineNs) {
        long leftNs = Math.max(0, deadlineNs - System.nanoTime());
        Executor late = CompletableFuture.delayedExecutor(leftNs, TimeUnit.NANOSECONDS);
        var guard = CompletableFuture.runAsync(process::destroyForcibly, late);
        try {
            return stream.awaitGreeting();
        } catch (IOException e) {
            return false;
        } finally {
            guard.cancel(false);
        }
    }

    private void forwardErrors(Process process) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (process == carrier) {
                    messages.accept(line);
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            // The process and its pipe are gone.
            return;
        }
    }

    /** Keeps a line once, since attempts may repeat it. */
    private synchronized void keep(String line) {
        lastLines.remove(line);
        lastLines.add(line);
        if (lastLines.size() > LINES_KEPT) {
            lastLines.remove();
        }
    }

    private synchronized boolean hasLine(String words) {
        return lastLines.stream().anyMatch(line -> line.contains(words));
    }

    private synchronized LaunchFailure failure(
            int node, List<String> words, int code, boolean late) {
        LaunchFailure failure =
                LaunchFailure.of("cannot start ranks on a host")
                        .with("host", tree.hosts().get(node).name())
                        .with("exit code", code + (late ? " after " + patienceS() + " s" : ""))
                        .with("command", RemoteCommand.quoted(words));
        if (!lastLines.isEmpty()) {
            failure.with("output", lastLines);
        }
        return failure.advice(
                "is Musubi installed at the same path, and does ssh reach the host without a"
                        + " prompt?");
    }
}
