package musubi.journal;

import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.NondeterministicCall;

import net.openhft.chronicle.bytes.Bytes;

import java.util.Arrays;

/**
 * Encoding of the events of a journal. The first byte is the kind; numbers have seven bits per
 * byte, so that small ones take one byte.
 */
final class JournalFormat {
    /** First event: version, rank, whether payloads are kept, size, runs of ranks by node. */
    static final byte HEADER = 1;

    /** A {@link Match} of a message. */
    static final byte MATCH = 2;

    /** A cancelled receive: its number. */
    static final byte CANCELLED = 3;

    /** The outcome of a call: number, call, number of indices, indices. */
    static final byte OUTCOME = 4;

    /** A piece of a payload: its key, total length, offset of the piece, bytes. */
    static final byte PAYLOAD = 5;

    private static final int VERSION = 3;
    private static final NondeterministicCall[] CALLS = NondeterministicCall.values();

    private JournalFormat() {}

    /**
     * The first event.
     *
     * @param payload whether payloads are kept
     */
    record Header(int version, JournalProvider.Rank rank, boolean payload) {
        static Header of(JournalProvider.Rank rank, boolean payload) {
            return new Header(VERSION, rank, payload);
        }

        boolean isReadable() {
            return version == VERSION;
        }
    }

    /**
     * The outcome of a nondeterministic call, other than "no".
     *
     * @param number number of earlier calls in its stream
     */
    record Outcome(long number, NondeterministicCall call, int[] indices) {}

    /**
     * Identifies a payload: that of a receive, or of messages of collective operations, several of
     * which may have the same key and follow one another.
     *
     * @param receive number of the receive; {@link #COLLECTIVE} for collective operations
     */
    record PayloadKey(long receive, int contextId, int source, int tag) {
        private static final long COLLECTIVE = -1;

        static PayloadKey ofReceive(long receive) {
            return new PayloadKey(receive, 0, 0, 0);
        }

        static PayloadKey ofCollective(int contextId, int source, int tag) {
            return new PayloadKey(COLLECTIVE, contextId, source, tag);
        }
    }

    static void write(Bytes<?> to, Header header) {
        to.writeByte(HEADER);
        to.writeStopBit(header.version);
        JournalProvider.Rank rank = header.rank;
        to.writeStopBit(rank.number());
        to.writeBoolean(header.payload);
        int[] nodes = rank.nodes();
        to.writeStopBit(nodes.length);
        for (int first = 0; first < nodes.length; ) {
            int end = first + 1;
            while (end < nodes.length && nodes[end] == nodes[first]) {
                end++;
            }
            to.writeStopBit(nodes[first]);
            to.writeStopBit(end - first);
            first = end;
        }
    }

    /** Reads the header; only the version if it is another. */
    static Header readHeader(Bytes<?> from) {
        int version = (int) from.readStopBit();
        if (version != VERSION) {
            return new Header(version, null, false);
        }
        int number = (int) from.readStopBit();
        boolean payload = from.readBoolean();
        int[] nodes = new int[(int) from.readStopBit()];
        for (int first = 0; first < nodes.length; ) {
            int node = (int) from.readStopBit();
            int end = first + (int) from.readStopBit();
            Arrays.fill(nodes, first, end, node);
            first = end;
        }
        return new Header(version, new JournalProvider.Rank(number, nodes), payload);
    }

    static void write(Bytes<?> to, Match match) {
        if (match.isCancelled()) {
            to.writeByte(CANCELLED);
            to.writeStopBit(match.receive());
            return;
        }
        to.writeByte(MATCH);
        to.writeStopBit(match.receive());
        to.writeStopBit(match.contextId());
        to.writeStopBit(match.source());
        to.writeStopBit(match.message());
        to.writeStopBit(match.from());
        to.writeStopBit(match.tag());
        to.writeStopBit(match.flags());
        to.writeStopBit(match.bytes());
    }

    static Match readMatch(Bytes<?> from) {
        return new Match(
                from.readStopBit(),
                (int) from.readStopBit(),
                (int) from.readStopBit(),
                from.readStopBit(),
                (int) from.readStopBit(),
                (int) from.readStopBit(),
                (int) from.readStopBit(),
                from.readStopBit());
    }

    static void write(Bytes<?> to, long number, NondeterministicCall call, int[] indices) {
        to.writeByte(OUTCOME);
        to.writeStopBit(number);
        to.writeStopBit(call.ordinal());
        to.writeStopBit(indices.length);
        for (int index : indices) {
            to.writeStopBit(index);
        }
    }

    static Outcome readOutcome(Bytes<?> from) {
        long number = from.readStopBit();
        NondeterministicCall call = CALLS[(int) from.readStopBit()];
        int[] indices = new int[(int) from.readStopBit()];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = (int) from.readStopBit();
        }
        return new Outcome(number, call, indices);
    }

    static void write(Bytes<?> to, PayloadKey key) {
        to.writeByte(PAYLOAD);
        to.writeStopBit(key.receive);
        if (key.receive == PayloadKey.COLLECTIVE) {
            to.writeStopBit(key.contextId);
            to.writeStopBit(key.source);
            to.writeStopBit(key.tag);
        }
    }

    static PayloadKey readPayloadKey(Bytes<?> from) {
        long receive = from.readStopBit();
        return receive == PayloadKey.COLLECTIVE
                ? PayloadKey.ofCollective(
                        (int) from.readStopBit(),
                        (int) from.readStopBit(),
                        (int) from.readStopBit())
                : PayloadKey.ofReceive(receive);
    }
}
