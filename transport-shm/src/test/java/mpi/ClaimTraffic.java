package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.PlannedStream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Every rank sends the messages of a {@link PlannedStream} to each other rank on each communicator,
 * and receives in any way that MPI has, at random. Each message must arrive once, complete, with
 * its status; at the end the matching is checked against MPI-4.1 section 3.5, as in {@link
 * RandomTraffic}.
 */
final class ClaimTraffic {
    private static final int SLOTS = 6;
    private static final int EAGER_BYTES = 16 << 10;
    private static final int MESSAGE_COST = 256;
    private static final int EAGER_WINDOW_BYTES = 1 << 20;
    private static final int[] SHORT_ROOMS = {1, 5000, 70_000, 300_000};
    private static final byte GUARD = 0x5a;

    private final long seed;
    private final int perPeer;
    private final Random random;
    private final int me = MPI.COMM_WORLD.getRank();
    private final int ranks = MPI.COMM_WORLD.getSize();
    private final Intracomm[] comms = {MPI.COMM_WORLD, MPI.COMM_WORLD.dup()};
    private final byte[] scratch = new byte[PlannedStream.LONGEST + 1];
    private final Object[] inBuffers = new Object[SLOTS];
    private final Object[] outBuffers = new Object[SLOTS];
    private final Posted[] pending = new Posted[SLOTS];
    private final Request[] sends = new Request[SLOTS];
    private final List<Arrival> arrivals = new ArrayList<>();
    private final int[][] nextNumber = new int[comms.length][ranks];
    private final boolean[][][] seen = new boolean[comms.length][ranks][PlannedStream.MAX_MESSAGES];
    private final int[] toSend = new int[ranks];
    private final int[] eagerBytes = new int[ranks];
    private int pause;
    private int posts;
    private int cancelled;

    /**
     * A receive, posted or of a probed message that is not received yet.
     *
     * @param probedBytes the length that a probe has returned, or -1
     */
    private record Posted(
            Request request, Message message, int order, Match match, int room, int probedBytes) {}

    private record Match(int comm, int source, int tag) {
        boolean takes(int messageComm, int messageSource, int messageTag) {
            return comm == messageComm
                    && (source == MPI.ANY_SOURCE || source == messageSource)
                    && (tag == MPI.ANY_TAG || tag == messageTag);
        }
    }

    /** A message and the receive that it matched. */
    private record Arrival(Posted receive, int source, int tag, int number) {}

    /**
     * @param partition whether every second buffer is accessible to other processes
     */
    ClaimTraffic(long seed, int perPeer, boolean partition) {
        this.seed = seed;
        this.perPeer = perPeer;
        random = new Random(seed * 31 + me);
        int bytes = PlannedStream.LONGEST + 1;
        for (int i = 0; i < SLOTS; i++) {
            boolean reached = partition && i % 3 != 0;
            inBuffers[i] = reached ? MPI.newByteBuffer(bytes) : new byte[bytes];
            outBuffers[i] = reached ? MPI.newByteBuffer(bytes) : new byte[bytes];
        }
        for (Intracomm comm : comms) {
            comm.setErrhandler(MPI.ERRORS_RETURN);
        }
    }

    void run() {
        int expected = perPeer * (ranks - 1);
        while (!sendNext() || arrivals.size() < expected) {
            receiveSome();
            Thread.yield();
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            if (pending[slot] != null) {
                cancel(slot);
            }
        }
        assertEquals(expected, arrivals.size(), this::toString);
        for (Arrival earlier : arrivals) {
            arrivals.forEach(later -> checkOrder(earlier, later));
        }
        comms[1].free();
    }

    /** Sends messages at random if some are left; returns whether all have been sent. */
    private boolean sendNext() {
        boolean done = true;
        for (int slot = 0; slot < SLOTS; slot++) {
            boolean inFlight = sends[slot] != null && sends[slot].testStatus() == null;
            sends[slot] = inFlight ? sends[slot] : null;
            done &= !inFlight;
        }
        if (pause > 0) {
            pause--;
            return false;
        }
        pause = random.nextInt(4) == 0 ? random.nextInt(200) : 0;
        int first = random.nextInt(ranks);
        for (int i = 0; i < ranks; i++) {
            int dest = (first + i) % ranks;
            if (dest != me && toSend[dest] < perPeer) {
                sendTo(dest, random.nextInt(15) == 0 ? SLOTS : 1);
                return false;
            }
        }
        return done;
    }

    private void sendTo(int dest, int atMost) {
        int comm = random.nextInt(comms.length);
        int sent = 0;
        for (int slot = 0; slot < SLOTS && sent < atMost && toSend[dest] < perPeer; slot++) {
            if (sends[slot] == null) {
                send(slot, dest, comm);
                sent++;
            }
        }
    }

    private void send(int slot, int dest, int comm) {
        toSend[dest]++;
        int number = nextNumber[comm][dest]++;
        PlannedStream stream = new PlannedStream(seed, me, dest, comm);
        int bytes = stream.length(number);
        int tag = stream.tag(number);
        Object buffer = outBuffers[slot];
        if (buffer instanceof ByteBuffer direct) {
            stream.fill(scratch, number);
            direct.put(0, scratch, 0, bytes);
        } else {
            stream.fill((byte[]) buffer, number);
        }
        if (bytes <= EAGER_BYTES) {
            eagerBytes[dest] += bytes + MESSAGE_COST;
        }
        // With credit a blocking send does not wait for a receive.
        boolean blocks = bytes <= EAGER_BYTES && eagerBytes[dest] <= EAGER_WINDOW_BYTES;
        if (blocks && random.nextBoolean()) {
            comms[comm].send(buffer, bytes, MPI.BYTE, dest, tag);
        } else if (random.nextInt(4) == 0) {
            sends[slot] = comms[comm].isSend(buffer, bytes, MPI.BYTE, dest, tag);
        } else {
            sends[slot] = comms[comm].iSend(buffer, bytes, MPI.BYTE, dest, tag);
        }
    }

    private void receiveSome() {
        int slots = random.nextInt(15) == 0 ? SLOTS : 1;
        for (int i = 0; i < slots; i++) {
            int slot = random.nextInt(SLOTS);
            if (pending[slot] != null) {
                goOn(slot);
            } else if (random.nextInt(4) == 0) {
                probe(slot);
            } else {
                post(slot, nextMatch(), -1);
            }
        }
    }

    private void goOn(int slot) {
        Posted posted = pending[slot];
        if (posted.request == null) {
            Request request = posted.message.imRecv(inBuffers[slot], posted.room, MPI.BYTE);
            pending[slot] =
                    new Posted(
                            request,
                            null,
                            posted.order,
                            posted.match,
                            posted.room,
                            posted.probedBytes);
        } else if (random.nextInt(24) == 0) {
            cancel(slot);
        } else {
            take(slot);
        }
    }

    /** Half of them match exactly the next message. */
    private Match nextMatch() {
        int comm = random.nextInt(comms.length);
        int source = (me + 1 + random.nextInt(ranks - 1)) % ranks;
        int next = 0;
        while (next < PlannedStream.MAX_MESSAGES - 1 && seen[comm][source][next]) {
            next++;
        }
        int tag = new PlannedStream(seed, source, me, comm).tag(next);
        if (random.nextBoolean()) {
            return new Match(comm, source, tag);
        }
        return new Match(
                comm,
                random.nextInt(3) == 0 ? MPI.ANY_SOURCE : source,
                random.nextInt(3) == 0 ? MPI.ANY_TAG : random.nextInt(PlannedStream.TAGS));
    }

    private void post(int slot, Match match, int probedBytes) {
        int room = guardedRoom(slot);
        Request request =
                comms[match.comm].iRecv(inBuffers[slot], room, MPI.BYTE, match.source, match.tag);
        pending[slot] = new Posted(request, null, posts++, match, room, probedBytes);
    }

    private void probe(int slot) {
        Match wanted = nextMatch();
        Intracomm comm = comms[wanted.comm];
        boolean takesOut = random.nextBoolean();
        Message message = new Message();
        Status status =
                takesOut
                        ? message.imProbe(wanted.source, wanted.tag, comm)
                        : comm.iProbe(wanted.source, wanted.tag);
        if (status == null) {
            return;
        }
        Match found = new Match(wanted.comm, status.getSource(), status.getTag());
        int bytes = status.getCount(MPI.BYTE);
        if (takesOut) {
            // It is matched in the order of the probe, with the arguments of the probe.
            pending[slot] = new Posted(null, message, posts++, wanted, guardedRoom(slot), bytes);
        } else {
            post(slot, found, bytes);
        }
    }

    /** The length to receive; the buffer behind it must not change. */
    private int guardedRoom(int slot) {
        int room =
                random.nextInt(6) == 0
                        ? SHORT_ROOMS[random.nextInt(SHORT_ROOMS.length)]
                        : PlannedStream.LONGEST;
        if (inBuffers[slot] instanceof ByteBuffer direct) {
            direct.put(room, GUARD);
        } else {
            ((byte[]) inBuffers[slot])[room] = GUARD;
        }
        return room;
    }

    private void cancel(int slot) {
        if (pending[slot].request != null) {
            pending[slot].request.cancel();
            while (!take(slot)) {
                Thread.onSpinWait();
            }
        }
    }

    /** Checks a receive if it is complete; returns whether it is. */
    private boolean take(int slot) {
        Posted posted = pending[slot];
        Status status = posted.request.getStatus();
        if (status == null) {
            return false;
        }
        pending[slot] = null;
        int errorClass = MPI.SUCCESS;
        try {
            posted.request.waitFor();
        } catch (MPIException e) {
            errorClass = e.getErrorClass();
        }
        if (status.isCancelled()) {
            cancelled++;
            return true;
        }
        check(posted, status, inBuffers[slot], errorClass);
        return true;
    }

    private void check(Posted posted, Status status, Object buffer, int errorClass) {
        int bytes = status.getCount(MPI.BYTE);
        int source = status.getSource();
        if (buffer instanceof ByteBuffer direct) {
            direct.get(0, scratch, 0, posted.room + 1);
        } else {
            System.arraycopy(buffer, 0, scratch, 0, posted.room + 1);
        }
        int number = scratch[0] & 0xff;
        int comm = posted.match.comm;
        PlannedStream stream = new PlannedStream(seed, source, me, comm);
        int length = stream.length(number);
        int tag = status.getTag();
        String what = posted + " of " + stream + " number=" + number + " in " + this;
        assertTrue(posted.match.takes(comm, source, tag), what);
        assertEquals(stream.tag(number), tag, what);
        assertEquals(Math.min(length, posted.room), bytes, what);
        assertEquals(length > posted.room ? MPI.ERR_TRUNCATE : MPI.SUCCESS, errorClass, what);
        assertTrue(posted.probedBytes < 0 || posted.probedBytes == length, what);
        assertEquals(-1, stream.firstWrong(scratch, bytes, number), what);
        assertEquals(GUARD, scratch[posted.room], what);
        assertFalse(seen[comm][source][number], what);
        seen[comm][source][number] = true;
        arrivals.add(new Arrival(posted, source, tag, number));
    }

    private void checkOrder(Arrival earlier, Arrival later) {
        Match match = later.receive.match;
        int comm = earlier.receive.match.comm;
        boolean sameStream = comm == match.comm && earlier.source == later.source;
        if (sameStream
                && earlier.number < later.number
                && match.takes(comm, earlier.source, earlier.tag)) {
            assertFalse(
                    later.receive.order < earlier.receive.order,
                    () -> "overtaken: first=" + earlier + " second=" + later + " in " + this);
        }
    }

    @Override
    public String toString() {
        return "rank="
                + me
                + " of "
                + ranks
                + " seed="
                + seed
                + " received="
                + arrivals.size()
                + " cancelled="
                + cancelled;
    }
}
