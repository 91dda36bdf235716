package musubi.job;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Ranks in JVMs of their own, started by mpiexec, that wait for tasks. */
final class ResidentJob implements AutoCloseable {
    private static final int START_MS = 600_000;

    /** The second JIT compiler of each rank would run for longer than their tests. */
    private static final String CHEAP_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Time limit for the end of waiting ranks. */
    private static final int END_MS = 5_000;

    private final Process mpiexec;
    private final Path output;
    private final Socket[] sockets;
    private final ObjectOutputStream[] tasks;
    private final DataInputStream[] answers;
    private final long[] pids;

    private ResidentJob(Process mpiexec, Path output, int size) {
        this.mpiexec = mpiexec;
        this.output = output;
        sockets = new Socket[size];
        tasks = new ObjectOutputStream[size];
        answers = new DataInputStream[size];
        pids = new long[size];
    }

    /** Starts ranks with the assembled mpiexec. */
    static ResidentJob start(int size, String transport) throws IOException {
        try (ServerSocket server = new ServerSocket(0, size, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(START_MS);
            ProcessBuilder builder =
                    new ProcessBuilder(command(size, transport, server.getLocalPort()));
            builder.environment().put("CLASSPATH", testClasses());
            // Not this JVM's own streams, which Surefire uses.
            Path output = Files.createTempFile("resident-job", ".out");
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
            ResidentJob job = new ResidentJob(builder.start(), output, size);
            for (int i = 0; i < size; i++) {
                job.welcome(server.accept());
            }
            return job;
        }
    }

    private static List<String> command(int size, String transport, int port) {
        Path home = Path.of("..", "launcher", "target", "musubi").toAbsolutePath().normalize();
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                CHEAP_COMPILER,
                "-XX:AOTCache=" + home.resolve("lib/launcher.aot"),
                "-Xlog:aot*=off,cds*=off",
                "-jar",
                home.resolve("lib/launcher/musubi-launcher.jar").toString(),
                "-n",
                Integer.toString(size),
                "--transport",
                transport,
                "-Xmx512m",
                CHEAP_COMPILER,
                ResidentRank.class.getName(),
                Integer.toString(port));
    }

    /** The test classes and libraries of this JVM; Musubi itself is in its assembled jars. */
    private static String testClasses() {
        StringBuilder path = new StringBuilder();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (entry.contains("junit") || entry.contains("opentest4j") || entry.contains("test")) {
                path.append(entry).append(File.pathSeparator);
            }
        }
        return path.toString();
    }

    private void welcome(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int rank = in.readInt();
        pids[rank] = in.readLong();
        sockets[rank] = socket;
        answers[rank] = in;
        tasks[rank] = new ObjectOutputStream(socket.getOutputStream());
        tasks[rank].flush();
    }

    /** What a rank says at the end of a task: an empty text or its failure. */
    private record Answer(int rank, String text) {}

    /**
     * Runs a task on all ranks.
     *
     * @return an empty text or the failures, after which the job is to be closed
     */
    String run(byte[] task, long timeoutS) throws IOException {
        for (ObjectOutputStream out : tasks) {
            out.reset();
            out.writeObject(task);
            out.flush();
        }
        BlockingQueue<Answer> arrived = new LinkedBlockingQueue<>();
        Set<Integer> missing = new TreeSet<>();
        for (int i = 0; i < answers.length; i++) {
            int rank = i;
            missing.add(rank);
            Thread.ofVirtual().start(() -> arrived.add(new Answer(rank, answerOf(rank))));
        }
        return failures(arrived, missing, timeoutS);
    }

    private String failures(BlockingQueue<Answer> arrived, Set<Integer> missing, long timeoutS)
            throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutS);
        StringBuilder failures = new StringBuilder();
        while (!missing.isEmpty()) {
            Answer answer = next(arrived, deadline);
            if (answer == null) {
                break;
            }
            missing.remove(answer.rank);
            if (!answer.text.isEmpty()) {
                append(failures, answer.rank, answer.text);
                // The others may wait for the failed rank; their failures arrive within a short
                // time.
                deadline = Math.min(deadline, System.nanoTime() + TimeUnit.SECONDS.toNanos(2));
            }
        }
        for (int rank : missing) {
            append(failures, rank, "hangs; its stack:\n" + stack(pids[rank]));
        }
        return failures.toString();
    }

    private static void append(StringBuilder failures, int rank, String text) {
        failures.append("rank ").append(rank).append(": ").append(text).append('\n');
    }

    /** The next answer; null when none arrives in time. */
    private static Answer next(BlockingQueue<Answer> arrived, long deadline) {
        try {
            return arrived.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private String answerOf(int rank) {
        try {
            return answers[rank].readUTF();
        } catch (IOException e) {
            return "its process has ended: " + e;
        }
    }

    private static String stack(long pid) throws IOException {
        Process jstack =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jstack") + "",
                                Long.toString(pid))
                        .redirectErrorStream(true)
                        .start();
        return new String(jstack.getInputStream().readAllBytes());
    }

    /** The output of mpiexec and the ranks. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** Ends the ranks: waiting ones end by themselves, stuck ones by mpiexec. */
    @Override
    public void close() {
        for (Socket socket : sockets) {
            closeQuietly(socket);
        }
        try {
            if (!mpiexec.waitFor(END_MS, TimeUnit.MILLISECONDS)) {
                mpiexec.destroy();
                mpiexec.waitFor();
            }
            Files.delete(output);
        } catch (InterruptedException e) {
            mpiexec.destroy();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
