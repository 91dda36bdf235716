package musubi.launch.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.link.Renewal.Gone;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Links over sockets that are cut after a number of bytes, or whose other end is silent. */
@Timeout(300)
class ProxyLinkTest {
    private static final int FRAMES = 12;
    private static final LinkTimes TIMES = new LinkTimes(60_000, 2_000);

    /** The connection is not replaced before the loss. */
    private static final LinkTimes NO_NEW = new LinkTimes(60_000, 60_000);

    /** The node of a link whose threads a test finds. */
    private static final int SILENT = 4711;

    private static final int TICKS_PER_SECOND = 1_000 / Heartbeat.INTERVAL_MS;

    private final List<ProxyLink> links = new ArrayList<>();
    private final Set<ProxyLink> finished = ConcurrentHashMap.newKeySet();

    @AfterEach
    void end() {
        links.forEach(ProxyLink::abort);
    }

    /** Closes the connection after a number of bytes. */
    private static final class Cutting extends FilterOutputStream {
        private final Socket socket;
        private int left;

        Cutting(Socket socket, int bytes) throws IOException {
            super(socket.getOutputStream());
            this.socket = socket;
            left = bytes;
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int passed = Math.min(left, count);
            out.write(bytes, from, passed);
            left -= passed;
            if (passed < count) {
                socket.close();
                throw new IOException("cut");
            }
        }
    }

    /** The two ends of connections, each cut after the next number of bytes. */
    private static final class Line {
        final Queue<Integer> cuts = new ArrayDeque<>();
        final boolean down;

        Line(boolean down, List<Integer> cuts) {
            this.down = down;
            this.cuts.addAll(cuts);
        }

        Connection[] connect() throws IOException {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Socket up = new Socket(listener.getInetAddress(), listener.getLocalPort());
                int bytes = cuts.isEmpty() ? Integer.MAX_VALUE : cuts.remove();
                return new Connection[] {
                    connection(up, down ? bytes : Integer.MAX_VALUE),
                    connection(listener.accept(), down ? Integer.MAX_VALUE : bytes)
                };
            }
        }

        private static Connection connection(Socket socket, int bytes) throws IOException {
            OutputStream out = new Cutting(socket, bytes);
            return new Connection(new FrameStream(socket.getInputStream(), out), null);
        }
    }

    /** An end that connects, and the other one. */
    private ProxyLink[] pair(Line line) throws IOException {
        return pair(line.connect(), line);
    }

    private ProxyLink[] pair(Connection[] first, Line line) {
        ProxyLink other = new ProxyLink(0, first[1], Renewal.AWAITED, TIMES);
        Renewal renewal =
                () -> {
                    if (finished.contains(other)) {
                        throw new Gone("the node proxy has ended");
                    }
                    Connection[] next = line.connect();
                    other.attach(next[1]);
                    return next[0];
                };
        ProxyLink[] both = {new ProxyLink(0, first[0], renewal, TIMES), other};
        links.addAll(List.of(both));
        return both;
    }

    @Test
    void shouldDeliverAllOnceWhenConnectionsAreCutAfterAnyByte() throws Exception {
        for (int cut = 0; cut < 300; cut += 7) {
            for (boolean down : new boolean[] {true, false}) {
                ProxyLink[] ends = pair(new Line(down, List.of(cut, cut + 40, cut + 3)));
                List<Integer> seen = new ArrayList<>();
                Thread reader =
                        Thread.ofPlatform().daemon().start(() -> seen.addAll(readAll(ends[0])));
                for (int i = 0; i < FRAMES; i++) {
                    ends[0].send(new Frame(Kind.INPUT, i, new byte[i]));
                    ends[1].send(new Frame(Kind.OUTPUT, i, new byte[2 * i]));
                }
                List<Integer> all = IntStream.range(0, FRAMES).boxed().toList();
                List<Integer> arrived = new ArrayList<>();
                while (arrived.size() < FRAMES) {
                    arrived.add(ends[1].read().node());
                }
                Thread finishing = Thread.ofPlatform().daemon().start(() -> finish(ends[1]));
                // The acknowledgement of the last frames is due with a heartbeat.
                while (finishing.isAlive()) {
                    ends[0].tick();
                    ends[0].resetTimer();
                    Thread.onSpinWait();
                }
                reader.join();
                String label = "cut=" + cut + " down=" + down;
                assertEquals(all, arrived, label);
                assertEquals(all, seen, label);
            }
        }
    }

    private static List<Integer> readAll(ProxyLink link) {
        List<Integer> seen = new ArrayList<>();
        try {
            for (Frame frame = link.read(); frame != null; frame = link.read()) {
                seen.add(frame.node());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return seen;
    }

    private void finish(ProxyLink link) {
        try {
            link.finish();
            finished.add(link);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String ticks(ProxyLink link, int count) {
        String last = null;
        for (int i = 0; i < count; i++) {
            String note = link.tick();
            last = note == null ? last : note;
        }
        return last;
    }

    @Test
    void shouldReportAnEndThatIsStoppedForFiveSecondsAndKeepIt() throws Exception {
        Line line = new Line(true, List.of());
        ProxyLink[] ends = pair(line);
        ends[1].send(Frame.of(Kind.DUMPED, 0));
        assertEquals(Kind.DUMPED, ends[0].read().kind());
        assertNull(ticks(ends[0], 2 * TICKS_PER_SECOND - 1));
        String note = ends[0].tick();
        assertTrue(note.matches("silent for 2.0 s, since [0-9:]{8}; lost at [0-9:]{8} .*"), note);
        assertTrue(note.endsWith("(" + LinkTimes.RECONNECT_VARIABLE + "=60000)"), note);
        assertNull(ticks(ends[0], 3 * TICKS_PER_SECOND));
        ends[1].send(Frame.of(Kind.DUMPED, 0));
        assertEquals(Kind.DUMPED, ends[0].read().kind());
        assertEquals("answers again after 5.0 s", ends[0].tick());
        assertNull(ticks(ends[0], 1));
    }

    @Test
    void shouldConnectAgainWhenAConnectionIsSilentForLong() throws Exception {
        Line line = new Line(true, List.of());
        ProxyLink[] ends = pair(line);
        ticks(ends[0], 10 * TICKS_PER_SECOND);
        ends[1].send(Frame.of(Kind.DUMPED, 0));
        assertEquals(Kind.DUMPED, ends[0].read().kind());
        ends[0].send(Frame.of(Kind.DUMP, 0));
        assertEquals(Kind.DUMP, ends[1].read().kind());
    }

    @Test
    void shouldConnectAgainWhenNothingReachesTheOtherEnd() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket down = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket up = listener.accept()) {
            FrameStream deaf = new FrameStream(up.getInputStream(), up.getOutputStream());
            FrameStream mute =
                    new FrameStream(down.getInputStream(), OutputStream.nullOutputStream());
            Connection[] lossy = {new Connection(mute, null), new Connection(deaf, null)};
            ProxyLink[] ends = pair(lossy, new Line(true, List.of()));
            ends[0].send(Frame.of(Kind.DUMP, 0));
            ticks(ends[1], 10 * TICKS_PER_SECOND - 1);
            ends[1].send(Frame.of(Kind.DUMPED, 0));
            assertEquals(Kind.DUMPED, ends[0].read().kind());
            ends[0].tick();
            assertEquals("", ends[0].cause());
            ends[1].tick();
            ends[1].send(Frame.of(Kind.DONE, 0));
            assertEquals(Kind.DONE, ends[0].read().kind());
            ends[0].tick();
            assertEquals("nothing reaches the other end on the connection", ends[0].cause());
            Thread.ofPlatform().daemon().start(() -> readAll(ends[0]));
            assertEquals(Kind.DUMP, ends[1].read().kind());
        }
    }

    /** As mpiexec, which stops itself then. */
    @Test
    void shouldWaitUntilASignalHasArrived() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket down = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket up = listener.accept()) {
            FrameStream slow = new FrameStream(down.getInputStream(), gated(down, open));
            FrameStream other = new FrameStream(up.getInputStream(), up.getOutputStream());
            Connection[] first = {new Connection(slow, null), new Connection(other, null)};
            ProxyLink[] ends = pair(first, new Line(true, List.of()));
            ends[0].send(Frame.of(Kind.SIGNAL, 0));
            FutureTask<Void> waiting =
                    new FutureTask<>(
                            () -> {
                                ends[0].awaitDelivery(TimeUnit.MINUTES.toMillis(10));
                                return null;
                            });
            Thread thread = Thread.ofPlatform().daemon().start(waiting);
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                assertFalse(waiting.isDone());
            }
            open.countDown();
            waiting.get();
            assertEquals(Kind.SIGNAL, ends[1].read().kind());
        }
    }

    private static OutputStream gated(Socket socket, CountDownLatch open) throws IOException {
        return new FilterOutputStream(socket.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                out.write(bytes, from, count);
            }
        };
    }

    @Test
    void shouldLoseTheOtherEndAfterTheTimeAndNameItsCause() throws Exception {
        Connection[] first = new Line(true, List.of(0)).connect();
        Renewal renewal =
                () -> {
                    throw new IOException("No route to host");
                };
        ProxyLink link = new ProxyLink(0, first[0], renewal, TIMES);
        link.send(Frame.of(Kind.DUMP, 0));
        Thread reader = Thread.ofPlatform().daemon().start(() -> readAll(link));
        while (!link.cause().contains("No route")) {
            Thread.onSpinWait();
        }
        ticks(link, 60 * TICKS_PER_SECOND - 1);
        assertTrue(reader.isAlive());
        link.tick();
        assertEquals(
                "silent for 60.0 s (MUSUBI_LAUNCH_RECONNECT), last: No route to host",
                link.cause());
        reader.join();
    }

    /** The loss ends an attempt, or the connection; neither is the cause. */
    @Test
    void shouldKeepTheCauseOfALossWhenWhatItEndsFails() throws Exception {
        CountDownLatch tries = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Renewal renewal =
                new Renewal() {
                    @Override
                    public Connection connect() throws IOException, InterruptedException {
                        tries.countDown();
                        cancelled.await();
                        throw new IOException("the attempt was killed");
                    }

                    @Override
                    public void cancel() {
                        cancelled.countDown();
                    }
                };
        ProxyLink trying =
                new ProxyLink(0, new Line(true, List.of(0)).connect()[0], renewal, TIMES);
        trying.send(Frame.of(Kind.DUMP, 0));
        Thread reader = Thread.ofPlatform().daemon().start(() -> readAll(trying));
        tries.await();
        ProxyLink silent =
                new ProxyLink(SILENT, new Line(true, List.of()).connect()[0], renewal, NO_NEW);
        Thread inner = threadOf("link-reader-" + SILENT);
        for (ProxyLink link : List.of(trying, silent)) {
            ticks(link, 60 * TICKS_PER_SECOND);
        }
        reader.join();
        inner.join();
        for (ProxyLink link : List.of(trying, silent)) {
            assertNull(link.read());
            assertTrue(link.cause().startsWith("silent for 60.0 s"), link::cause);
        }
    }

    private static Thread threadOf(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTryAgainWhenNoProcessCanBeStarted() throws Exception {
        Line line = new Line(true, List.of(0));
        Connection[] first = line.connect();
        ProxyLink other = new ProxyLink(0, first[1], Renewal.AWAITED, TIMES);
        AtomicInteger tries = new AtomicInteger();
        Renewal renewal =
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw LaunchFailure.of("cannot start a node proxy");
                    }
                    Connection[] next = line.connect();
                    other.attach(next[1]);
                    return next[0];
                };
        ProxyLink link = new ProxyLink(0, first[0], renewal, TIMES);
        links.addAll(List.of(link, other));
        link.send(Frame.of(Kind.DUMP, 0));
        Thread.ofPlatform().daemon().start(() -> readAll(link));
        assertEquals(Kind.DUMP, other.read().kind());
        assertEquals(2, tries.get());
    }

    @Test
    void shouldLoseTheOtherEndAtOnceWhenItHasEnded() throws Exception {
        for (boolean child : new boolean[] {true, false}) {
            Connection[] first = new Line(true, List.of()).connect();
            Renewal gone =
                    () -> {
                        throw new Gone("the node proxy has ended");
                    };
            ProxyLink link = new ProxyLink(0, first[0], child ? Renewal.NONE : gone, TIMES);
            first[1].abort();
            assertNull(link.read());
            assertTrue(
                    link.cause().contains(child ? "its pipe is closed" : "has ended"), link::cause);
        }
    }
}
