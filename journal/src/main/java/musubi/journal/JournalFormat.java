package musubi.journal;

import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.NondeterministicCall;

import net.openhft.chronicle.bytes.Bytes;

import java.util.Arrays;

/**
 * The events of a journal as bytes. The first byte tells the kind; numbers are written with seven
 * bits in a byte, small ones in one byte.
 */
final class JournalFormat {
    /** Who writes: version, rank, with data?, size, and the nodes with their ranks in a row. */
    static final byte HEADER = 1;

    /** A {@link Match} of a message. */
    static final byte MATCH = 2;

    /** A receive was cancelled: its number. */
    static final byte CANCELLED = 3;

    /** A question was answered: its number, what was asked, how many places, these. */
    static final byte OUTCOME = 4;

    /** What came: its name, the length, where this piece begins, the piece. */
    static final byte PAYLOAD = 5;

    private static final int VERSION = 3;
    private static final NondeterministicCall[] CALLS = NondeterministicCall.values();

    private JournalFormat() {}

    /**
     * What stands first.
     *
     * @param payload whether data follows
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
     * A question that was not answered with no.
     *
     * @param number how many were asked before in its course
     */
    record Outcome(long number, NondeterministicCall question, int[] places) {}

    /**
     * Whose the data are: a receive's, or of a message of a collective operation, of which there
     * may be several, one after the other.
     *
     * @param receive its number; {@link #COLLECTIVE} for those of collective operations
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

    static void write(Bytes<?> to, Header beginning) {
        to.writeByte(HEADER);
        to.writeStopBit(beginning.version);
        JournalProvider.Rank rank = beginning.rank;
        to.writeStopBit(rank.number());
        to.writeBoolean(beginning.payload);
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

    /** Of another version only that is read. */
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

    static void write(Bytes<?> to, long number, NondeterministicCall question, int[] places) {
        to.writeByte(OUTCOME);
        to.writeStopBit(number);
        to.writeStopBit(question.ordinal());
        to.writeStopBit(places.length);
        for (int place : places) {
            to.writeStopBit(place);
        }
    }

    static Outcome readOutcome(Bytes<?> from) {
        long number = from.readStopBit();
        NondeterministicCall question = CALLS[(int) from.readStopBit()];
        int[] places = new int[(int) from.readStopBit()];
        for (int i = 0; i < places.length; i++) {
            places[i] = (int) from.readStopBit();
        }
        return new Outcome(number, question, places);
    }

    static void write(Bytes<?> to, PayloadKey name) {
        to.writeByte(PAYLOAD);
        to.writeStopBit(name.receive);
        if (name.receive == PayloadKey.COLLECTIVE) {
            to.writeStopBit(name.contextId);
            to.writeStopBit(name.source);
            to.writeStopBit(name.tag);
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
