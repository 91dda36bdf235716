package mpi;

import static mpi.InJob.assertFails;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Every rank sends a few long messages to each other rank at once, and takes them in any order with
 * receives posted before and after they come, matched probes, and receives that are too short. All
 * bytes are checked. A message and its receive are the same on both sides, as both are drawn from
 * the seed and the tag.
 */
final class LongTraffic {
    private static final int ROUNDS = 2;
    private static final int PER_PEER = 3;
    private static final int LONGEST = 6 << 20;
    private static final int SHORTEST = 300_000;
    private static final byte UNTOUCHED = 0x5a;

    private final Intracomm comm = InJob.returningWorld();
    private final int me = comm.getRank();
    private final int ranks = comm.getSize();
    private final long seed;
    private final Random random;

    /** Ways to receive a message. */
    private enum Way {
        POSTED,
        POSTED_SHORT,
        LATE,
        LATE_SHORT,
        PROBED;

        boolean isPosted() {
            return this == POSTED || this == POSTED_SHORT;
        }

        boolean isShort() {
            return this == POSTED_SHORT || this == LATE_SHORT;
        }
    }

    /** A message on its way from one rank to another, with its own tag. */
    private final class Transfer {
        final int source;
        final int tag;
        final int bytes;
        final Way way;
        final byte salt;
        byte[] received;
        Request request;

        Transfer(int round, int source, int destination, int index) {
            this.source = source;
            tag = round * PER_PEER + index;
            Random drawn =
                    new Random(seed ^ ((tag * 64L + source) * 64 + destination) * 0x9E3779B9L);
            bytes = SHORTEST + drawn.nextInt(LONGEST - SHORTEST);
            way = Way.values()[drawn.nextInt(Way.values().length)];
            salt = (byte) drawn.nextInt();
        }

        byte at(int i) {
            return (byte) (salt + i * 31 + (i >>> 10));
        }

        byte[] content() {
            byte[] content = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                content[i] = at(i);
            }
            return content;
        }

        int room() {
            return way.isShort() ? bytes / 2 : bytes;
        }

        void post() {
            received = new byte[bytes];
            received[bytes - 1] = UNTOUCHED;
            request = comm.iRecv(received, room(), MPI.BYTE, source, tag);
        }

        void receive() {
            if (way == Way.PROBED) {
                probe();
            } else {
                if (request == null) {
                    post();
                }
                finish();
            }
            for (int i = 0; i < room(); i++) {
                if (received[i] != at(i)) {
                    assertEquals(at(i), received[i], "byte " + i + " of " + this);
                }
            }
        }

        private void probe() {
            Message matched = new Message();
            matched.mProbe(source, tag, comm);
            received = new byte[bytes];
            Status status = matched.mRecv(received, bytes, MPI.BYTE);
            assertEquals(bytes, status.getCount(MPI.BYTE));
        }

        private void finish() {
            if (way.isShort()) {
                assertFails(MPI.ERR_TRUNCATE, request::waitFor);
                assertEquals(UNTOUCHED, received[bytes - 1], toString());
            } else {
                assertEquals(bytes, request.waitStatus().getCount(MPI.BYTE), toString());
            }
        }

        @Override
        public String toString() {
            return way + " of " + bytes + " bytes, source " + source + ", tag " + tag;
        }
    }

    LongTraffic(long seed) {
        this.seed = seed;
        random = new Random(seed * 31 + me);
    }

    void run() {
        for (int round = 0; round < ROUNDS; round++) {
            run(round);
        }
    }

    private void run(int round) {
        List<Transfer> incoming = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        for (int peer = 0; peer < ranks; peer++) {
            for (int i = 0; peer != me && i < PER_PEER; i++) {
                incoming.add(new Transfer(round, peer, me, i));
            }
        }
        Collections.shuffle(incoming, random);
        for (Transfer transfer : incoming) {
            if (transfer.way.isPosted()) {
                transfer.post();
            }
        }
        for (int peer = 0; peer < ranks; peer++) {
            for (int i = 0; peer != me && i < PER_PEER; i++) {
                sends.add(send(new Transfer(round, me, peer, i), peer));
            }
        }
        incoming.forEach(Transfer::receive);
        sends.forEach(Request::waitFor);
    }

    private Request send(Transfer transfer, int peer) {
        byte[] content = transfer.content();
        return random.nextInt(4) == 0
                ? comm.isSend(content, content.length, MPI.BYTE, peer, transfer.tag)
                : comm.iSend(content, content.length, MPI.BYTE, peer, transfer.tag);
    }
}
