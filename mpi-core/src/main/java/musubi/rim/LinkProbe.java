package musubi.rim;

import musubi.comm.Communicator;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import java.util.function.LongSupplier;

/**
 * The measurement of the path between two ranks: latency by the shortest of a few round trips,
 * bandwidth by trains of messages, each twice as long as the one before, until they take long and
 * several of the highest rates are alike: the window of a connection on a long path opens
 * meanwhile, and a JVM that has just started sends slowly.
 *
 * <p>Messages are short enough to be sent at once. Thread rule: the thread that holds the rank; it
 * blocks until the other rank has made the same call.
 */
final class LinkProbe {
    private static final int ROUND_TRIPS = 6;

    /** After trains, when the ranks have run for a while and others may have stopped measuring. */
    private static final int LAST_ROUND_TRIPS = 3;

    /** Of short round trips, which a busy host lengthens most, and which are soon made. */
    private static final int MOST_ROUND_TRIPS = 50;

    private static final long ROUND_TRIPS_NS = 60_000_000;

    /** Of messages of a size. */
    private static final int SIZED_TRIPS = 20;

    private static final int PIECE_BYTES = 32 << 10;
    private static final int FIRST_PIECES = 8;
    private static final int MOST_PIECES = 128;

    /** Then a delay of some 0.1 ms counts little. */
    private static final long LONG_TRAIN_NS = 20_000_000;

    private static final double SECOND_NS = 1e9;

    /** A train takes at least this part of the time until it is answered, one quarter. */
    private static final int TRAIN_SHARE = 4;

    /** In place of the length of a train. */
    private static final long PING = 0;

    private static final long END = -1;

    /** A single one may be that of a busy host, or of a JVM that has just started. */
    private static final int TRAINS_ALIKE = 3;

    /** On a host that is always busy no three are alike. */
    private static final int MOST_TRAINS = 12;

    /** Rates within this ratio are alike; one that grows by less is the rate of the path. */
    private static final double GROWTH = 1.1;

    private final PointToPoint pt2pt;
    private final Communicator comm;
    private final int tag;
    private final LongSupplier clock;
    private final long[] number = new long[1];
    private final byte[] piece = new byte[PIECE_BYTES];

    /**
     * Probes between ranks of a communicator.
     *
     * @param tag of its collective context, for the messages of all probes
     * @param clock in ns
     */
    LinkProbe(Communicator comm, int tag, LongSupplier clock) {
        pt2pt = comm.pt2pt();
        this.comm = comm;
        this.tag = tag;
        this.clock = clock;
    }

    /**
     * A measured path.
     *
     * @param latencyNs one way
     * @param bytesPerS of one connection, from the rank that measures
     */
    record Path(long latencyNs, long bytesPerS) {}

    /** The shortest round trip to a rank, which {@link #answer answers}, in ns. */
    long roundTrip(int peer) {
        long shortest = shortestTrip(peer, ROUND_TRIPS);
        sendNumber(peer, END);
        return shortest;
    }

    /**
     * The shortest round trip of messages of a size to a rank, which {@link #answer(int, int)
     * answers}, in ns.
     */
    long roundTrip(int peer, int bytes) {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < SIZED_TRIPS; i++) {
            long start = clock.getAsLong();
            send(piece, bytes, MpiType.BYTE, peer);
            receive(piece, bytes, MpiType.BYTE, peer);
            shortest = Math.min(shortest, clock.getAsLong() - start);
        }
        return shortest;
    }

    /** Answers a rank that measures {@link #roundTrip(int, int)}. */
    void answer(int peer, int bytes) {
        for (int i = 0; i < SIZED_TRIPS; i++) {
            receive(piece, bytes, MpiType.BYTE, peer);
            send(piece, bytes, MpiType.BYTE, peer);
        }
    }

    private long shortestTrip(int peer, int least) {
        long shortest = Long.MAX_VALUE;
        long all = 0;
        for (int i = 0; i < least || i < MOST_ROUND_TRIPS && all < ROUND_TRIPS_NS; i++) {
            long start = clock.getAsLong();
            sendNumber(peer, PING);
            receiveNumber(peer);
            long trip = clock.getAsLong() - start;
            shortest = Math.min(shortest, trip);
            all += trip;
        }
        return shortest;
    }

    /** Measures the path to a rank, which {@link #answer answers}. */
    Path measure(int peer) {
        long trip = shortestTrip(peer, ROUND_TRIPS);
        long best = 0;
        int alike = 0;
        int pieces = FIRST_PIECES;
        for (int i = 0; i < MOST_TRAINS && alike < TRAINS_ALIKE && pieces <= MOST_PIECES; i++) {
            long answeredNs = train(peer, pieces);
            // On a busy host the first round trips may all have been longer than this one.
            trip = Math.min(trip, answeredNs);
            // Never less than the train itself takes, so no rate is more than that of the path.
            long trainNs = Math.max(answeredNs / TRAIN_SHARE, answeredNs - trip);
            long rate = (long) (pieces * (double) PIECE_BYTES * SECOND_NS / trainNs);
            boolean isLong = trainNs > LONG_TRAIN_NS;
            boolean hasGrown = rate > GROWTH * best;
            if (isLong && rate * GROWTH >= best) {
                alike = hasGrown ? 1 : alike + 1;
            }
            pieces = isLong && !hasGrown ? Math.max(FIRST_PIECES, pieces / 2) : pieces * 2;
            best = Math.max(best, rate);
        }
        trip = Math.min(trip, shortestTrip(peer, LAST_ROUND_TRIPS));
        sendNumber(peer, END);
        return new Path(Math.max(1, trip / 2), best);
    }

    /** The time until a train has been answered. */
    private long train(int peer, int pieces) {
        long start = clock.getAsLong();
        sendNumber(peer, pieces);
        for (int i = 0; i < pieces; i++) {
            send(piece, PIECE_BYTES, MpiType.BYTE, peer);
        }
        receiveNumber(peer);
        return clock.getAsLong() - start;
    }

    /** Answers a rank that {@link #measure measures}. */
    void answer(int peer) {
        for (long pieces = PING; pieces != END; ) {
            pieces = receiveNumber(peer);
            for (long i = 0; i < pieces; i++) {
                receive(piece, PIECE_BYTES, MpiType.BYTE, peer);
            }
            if (pieces != END) {
                sendNumber(peer, PING);
            }
        }
    }

    private void sendNumber(int peer, long value) {
        number[0] = value;
        send(number, 1, MpiType.LONG, peer);
    }

    private long receiveNumber(int peer) {
        receive(number, 1, MpiType.LONG, peer);
        return number[0];
    }

    private void send(Object data, int count, MpiType type, int peer) {
        SendRequest send = pt2pt.sendRequest(SendMode.STANDARD).bind(data, 0, count, type);
        pt2pt.start(send, comm.collectiveContextId(), comm, peer, tag);
        pt2pt.await(send);
        pt2pt.release(send);
    }

    private void receive(Object data, int count, MpiType type, int peer) {
        RecvRequest receive = pt2pt.recvRequest().bind(data, 0, count, type);
        pt2pt.start(receive, comm.collectiveContextId(), comm, peer, tag);
        pt2pt.await(receive);
        pt2pt.release(receive);
    }
}
