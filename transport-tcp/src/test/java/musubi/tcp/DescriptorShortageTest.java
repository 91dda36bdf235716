package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.adi.Endpoint;
import musubi.error.ErrorClass;
import musubi.tcp.socket.DescriptorShortage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Two ranks in a process of their own that may have few descriptors. */
final class DescriptorShortageTest {
    private static final int LIMIT = 192;
    private static final int CONNECTIONS = 1_000;
    private static final int POLLS = 1_000;
    private static final int FILES_OF_PROGRAM = 30;

    private static Process start(String... words) throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/limits")), "not Linux");
        List<String> command = new ArrayList<>();
        command.addAll(List.of("sh", "-c", "ulimit -n " + LIMIT + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(DescriptorShortageTest.class.getName());
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldNameTheLimitAndConnectWhenTheProgramHasClosedItsFiles(String loop) throws Exception {
        Process process = start("files", loop);
        List<String> lines = process.inputReader().lines().toList();
        assertEquals(0, process.waitFor(), lines::toString);
        String advice = "open, limit=" + LIMIT + ": close files, or raise the limit (ulimit -n)";
        assertTrue(lines.getFirst().endsWith(advice), lines::toString);
        assertTrue(lines.getFirst().startsWith("OTHER "), lines::toString);
        assertEquals("early=false arrived=[5]", lines.getLast(), lines::toString);
    }

    @Test
    void shouldLeaveDescriptorsToTheProgramUnderManyConnections() throws Exception {
        Process process = start("flood", "epoll");
        List<Socket> open = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            int port = Integer.parseInt(lines.readLine());
            for (int i = 0; i < CONNECTIONS; i++) {
                open.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            List<String> read = new ArrayList<>();
            String line = lines.readLine();
            while (line != null && !line.contains("too many connections without a hello")) {
                read.add(line);
                line = lines.readLine();
            }
            assertNotNull(line, read::toString);
            assertTrue(line.contains("limit=" + LIMIT / 8), line);
            process.outputWriter().append("end\n").close();
            List<String> rest = lines.lines().toList();
            assertEquals(0, process.waitFor(), rest::toString);
            assertEquals("right", rest.getLast(), rest::toString);
        } finally {
            process.destroyForcibly();
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** The other process. */
    public static void main(String[] words) throws Exception {
        try (TcpJob job = job(words[1], TcpJob.DEADLINE_NS)) {
            if (words[0].equals("files")) {
                exhaust(job, words[1]);
            } else {
                withstand(job);
            }
        }
    }

    private static TcpJob job(String loop, long reconnectMs) {
        TcpJob job = new TcpJob(2);
        Map<String, String> settings = Map.of("tcp.loop", loop, "tcp.reconnect", "" + reconnectMs);
        job.join(settings);
        job.join(settings);
        // Starts the event loops.
        job.transports.forEach(transport -> transport.sleep(1));
        return job;
    }

    /**
     * Opens files until there are no descriptors, connects, and closes them later. The classes are
     * loaded before: here each is a file, in an installation they are in a few archives.
     */
    private static void exhaust(TcpJob job, String loop) throws Exception {
        try (TcpJob other = job(loop, TcpJob.DEADLINE_NS)) {
            other.send(other.connect(0, 1), 1, new byte[8]);
            other.pollUntil(() -> !other.tags(1).isEmpty());
        }
        Class.forName(DescriptorShortage.class.getName());
        ErrorClass.ofLoss("none");
        TcpJob hasty = job(loop, 1);
        List<Closeable> files = new ArrayList<>();
        boolean exhausted = false;
        while (!exhausted) {
            try {
                files.add(new FileInputStream("/dev/null"));
            } catch (IOException e) {
                exhausted = true;
            }
        }
        hasty.connect(0, 1);
        hasty.pollUntil(() -> !hasty.inbounds.getFirst().lossReasons.isEmpty());
        String loss = hasty.inbounds.getFirst().lossReasons.getFirst();
        Endpoint endpoint = job.connect(0, 1);
        for (int i = 0; i < POLLS; i++) {
            job.poll();
        }
        boolean early = job.transport(0).connectionCount() > 0;
        for (Closeable file : files) {
            file.close();
        }
        job.send(endpoint, 5, new byte[8]);
        job.pollUntil(() -> !job.tags(1).isEmpty());
        System.out.println(ErrorClass.ofLoss(loss) + " " + loss);
        hasty.close();
        System.out.println("early=" + early + " arrived=" + job.tags(1));
    }

    /** Opens files between messages, until a line is read. */
    private static void withstand(TcpJob job) throws IOException {
        System.out.println(job.address(1).getPort());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Endpoint endpoint = null;
        int sent = 0;
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (!in.ready()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("no line: messages=" + sent);
            }
            job.poll();
            List<Closeable> files = new ArrayList<>();
            for (int i = 0; i < FILES_OF_PROGRAM; i++) {
                files.add(new FileInputStream("/dev/null"));
            }
            for (Closeable file : files) {
                file.close();
            }
            endpoint = endpoint == null ? job.connect(0, 1) : endpoint;
            job.send(endpoint, sent++, new byte[8]);
        }
        int all = sent;
        job.pollUntil(() -> job.tags(1).size() == all);
        boolean right = job.tags(1).equals(IntStream.range(0, all).boxed().toList());
        System.out.println(right ? "right" : "wrong: " + job.tags(1));
    }
}
