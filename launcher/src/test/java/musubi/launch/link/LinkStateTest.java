package musubi.launch.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.link.Frame.Kind;
import musubi.launch.link.FrameStream.Numbered;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Two ends of a link over connections in memory that are cut after any byte. */
class LinkStateTest {
    private static final int FRAMES = 5;
    private static final int UNCUT = Integer.MAX_VALUE;

    private final End mpiexec = new End(Kind.INPUT);
    private final End proxy = new End(Kind.OUTPUT);

    /** An end, with the numbers of the frames that it has delivered. */
    private static final class End {
        final LinkState state = new LinkState();
        final List<Integer> delivered = new ArrayList<>();

        End(Kind kind) {
            for (int i = 0; i < FRAMES; i++) {
                // Of different lengths, the first without a payload.
                state.add(new Frame(kind, i, new byte[7 * i]));
            }
        }

        void deliver(Numbered arrival) throws IOException {
            Frame frame = state.accept(arrival);
            if (frame != null) {
                assertEquals(7 * frame.node(), frame.payload().length);
                delivered.add(frame.node());
            }
        }
    }

    /** One direction of a connection. */
    private static final class Direction {
        private final End from;
        private final End to;
        private int left;

        Direction(End from, End to, int bytes) {
            this.from = from;
            this.to = to;
            left = bytes;
        }

        /** Transfers a frame, or its beginning; false if there is none. */
        boolean transfer() throws IOException {
            Numbered next = left == 0 ? null : from.state.next();
            if (next == null) {
                return false;
            }
            ByteArrayOutputStream wire = new ByteArrayOutputStream();
            new FrameStream(new ByteArrayInputStream(new byte[0]), wire).write(next);
            byte[] bytes = Arrays.copyOf(wire.toByteArray(), Math.min(left, wire.size()));
            left = left == UNCUT ? left : left - bytes.length;
            Numbered arrival = new FrameStream(new ByteArrayInputStream(bytes), wire).read();
            assertEquals(bytes.length == wire.size(), arrival != null);
            if (arrival != null) {
                to.deliver(arrival);
            }
            return true;
        }
    }

    /** A connection that is cut after a number of bytes to the proxy, or from it. */
    private void connect(int bytesDown, int bytesUp) throws IOException {
        Direction down = new Direction(mpiexec, proxy, bytesDown);
        Direction up = new Direction(proxy, mpiexec, bytesUp);
        boolean more = true;
        while (more && down.left > 0 && up.left > 0) {
            boolean moved = down.transfer();
            more = up.transfer() || moved;
        }
    }

    private void connectAgain(int bytesDown, int bytesUp) throws IOException {
        mpiexec.state.connected();
        proxy.state.connected();
        connect(bytesDown, bytesUp);
    }

    private void assertComplete(String label) throws IOException {
        List<Integer> all = List.of(0, 1, 2, 3, 4);
        assertEquals(all, proxy.delivered, label);
        assertEquals(all, mpiexec.delivered, label);
        mpiexec.state.heartbeat(0);
        proxy.state.heartbeat(0);
        connect(UNCUT, UNCUT);
        assertTrue(mpiexec.state.isAcknowledged() && proxy.state.isAcknowledged(), label);
        assertEquals(0, mpiexec.state.keptBytes() + proxy.state.keptBytes(), label);
    }

    /** The bytes of a direction on one connection, or more. */
    private static final int ALL_BYTES = (FRAMES + 2) * 25 + 7 * 10;

    @Test
    void shouldDeliverEachFrameOnceWhenAConnectionIsCutAfterAnyByte() throws IOException {
        for (int cut = 0; cut <= ALL_BYTES; cut++) {
            for (boolean down : new boolean[] {true, false}) {
                LinkStateTest link = new LinkStateTest();
                link.connect(down ? cut : UNCUT, down ? UNCUT : cut);
                link.connectAgain(UNCUT, UNCUT);
                link.assertComplete("cut=" + cut + " down=" + down);
            }
        }
    }

    @Test
    void shouldDeliverEachFrameOnceWhenTheSecondConnectionIsCutToo() throws IOException {
        for (int first = 0; first <= ALL_BYTES; first += 3) {
            for (int second = 0; second <= ALL_BYTES; second += 3) {
                LinkStateTest link = new LinkStateTest();
                link.connect(first, UNCUT);
                link.connectAgain(UNCUT, second);
                link.connectAgain(UNCUT, UNCUT);
                link.assertComplete("first=" + first + " second=" + second);
            }
        }
    }

    @Test
    void shouldDeliverEachFrameOnceWhenConnectionsAreCutAtRandom() throws IOException {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("LinkStateTest: -Dmusubi.test.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            LinkStateTest link = new LinkStateTest();
            link.connect(random.nextInt(ALL_BYTES), random.nextInt(ALL_BYTES));
            for (int cuts = random.nextInt(20); cuts > 0; cuts--) {
                link.connectAgain(random.nextInt(ALL_BYTES), random.nextInt(ALL_BYTES));
            }
            link.connectAgain(UNCUT, UNCUT);
            link.assertComplete("seed=" + seed + " round=" + round);
        }
    }

    @Test
    void shouldSendNothingOnANewConnectionWhenThePlaceToContinueIsUnknown() throws IOException {
        // The proxy's first frame does not arrive.
        connect(UNCUT, 1);
        mpiexec.state.connected();
        assertEquals(Kind.PING, mpiexec.state.next().frame().kind());
        assertNull(mpiexec.state.next());
        mpiexec.state.accept(new Numbered(FrameStream.UNNUMBERED, 0, Frame.of(Kind.PING, 0)));
        Numbered next = mpiexec.state.next();
        assertEquals(0, next.number());
        assertEquals(0, next.frame().node());
    }

    @Test
    void shouldDeliverAFrameOnceWhenItArrivesTwice() throws IOException {
        Numbered first = mpiexec.state.next();
        Numbered second = mpiexec.state.next();
        proxy.deliver(first);
        proxy.deliver(first);
        proxy.deliver(second);
        proxy.deliver(first);
        assertEquals(List.of(0, 1), proxy.delivered);
        proxy.state.heartbeat(0);
        assertEquals(2, proxy.state.next().received());
    }

    @Test
    void shouldReportItsSilenceBeforeFramesAndForgetThatOfAFormerConnection() throws IOException {
        proxy.state.heartbeat(1_500);
        Numbered heartbeat = proxy.state.next();
        assertEquals(Kind.PING, heartbeat.frame().kind());
        assertEquals(Kind.OUTPUT, proxy.state.next().frame().kind());
        mpiexec.state.accept(heartbeat);
        assertEquals(1_500, mpiexec.state.otherSilentMs());
        mpiexec.state.connected();
        proxy.state.connected();
        assertEquals(0, mpiexec.state.otherSilentMs());
        assertEquals(0, proxy.state.next().frame().node());
    }

    @Test
    void shouldRejectAFrameWhenOthersAreMissingOrItAcknowledgesTheFuture() {
        Frame frame = Frame.of(Kind.DUMPED, 0);
        assertThrows(IOException.class, () -> proxy.state.accept(new Numbered(1, 0, frame)));
        assertThrows(IOException.class, () -> proxy.state.accept(new Numbered(0, 1, frame)));
    }

    @Test
    void shouldEndAfterAllFrames() throws IOException {
        proxy.state.end();
        for (int i = 0; i < FRAMES; i++) {
            assertEquals(Kind.OUTPUT, proxy.state.next().frame().kind());
        }
        assertFalse(proxy.state.hasWrittenEnd());
        Numbered last = proxy.state.next();
        assertEquals(Kind.BYE, last.frame().kind());
        assertNull(proxy.state.next());
        assertNull(mpiexec.state.accept(last));
        assertTrue(mpiexec.state.hasReceivedEnd());
    }
}
