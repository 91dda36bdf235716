package musubi.journal;

import musubi.replay.JournalProvider;
import musubi.replay.Match;
import musubi.replay.Question;

import net.openhft.chronicle.bytes.Bytes;

/**
 * The events of a journal as bytes. The first byte tells the kind; numbers are written with seven
 * bits in a byte, small ones in one byte.
 */
final class JournalFormat {
    /** Who writes: version, rank, size, whether with payload, whether of many threads. */
    static final byte BEGIN = 1;

    /** A {@link Match} of a message. */
    static final byte MATCH = 2;

    /** A receive was cancelled: its number. */
    static final byte CANCELLED = 3;

    /** A question was answered: its number, what was asked, how many places, these. */
    static final byte ANSWER = 4;

    /** What a receive got: its number, the length, where this piece begins, the piece. */
    static final byte PAYLOAD = 5;

    /** The same of a part of a collective: context, source, tag, length, beginning, the piece. */
    static final byte PART = 6;

    private static final int VERSION = 1;
    private static final Question[] QUESTIONS = Question.values();

    private JournalFormat() {}

    /**
     * What stands first.
     *
     * @param payload whether data follows
     */
    record Beginning(int version, int rank, int size, boolean payload, boolean manyThreads) {
        static Beginning of(JournalProvider.Rank rank, boolean payload) {
            return new Beginning(VERSION, rank.number(), rank.size(), payload, rank.manyThreads());
        }

        boolean isReadable() {
            return version == VERSION;
        }
    }

    /**
     * A question that was not answered with no.
     *
     * @param number how many were asked before
     */
    record Answer(long number, Question question, int[] places) {}

    static void write(Bytes<?> to, Beginning beginning) {
        to.writeByte(BEGIN);
        to.writeStopBit(beginning.version);
        to.writeStopBit(beginning.rank);
        to.writeStopBit(beginning.size);
        to.writeBoolean(beginning.payload);
        to.writeBoolean(beginning.manyThreads);
    }

    static Beginning readBeginning(Bytes<?> from) {
        return new Beginning(
                (int) from.readStopBit(),
                (int) from.readStopBit(),
                (int) from.readStopBit(),
                from.readBoolean(),
                from.readBoolean());
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
                from.readStopBit());
    }

    static void write(Bytes<?> to, long number, Question question, int[] places) {
        to.writeByte(ANSWER);
        to.writeStopBit(number);
        to.writeStopBit(question.ordinal());
        to.writeStopBit(places.length);
        for (int place : places) {
            to.writeStopBit(place);
        }
    }

    static Answer readAnswer(Bytes<?> from) {
        long number = from.readStopBit();
        Question question = QUESTIONS[(int) from.readStopBit()];
        int[] places = new int[(int) from.readStopBit()];
        for (int i = 0; i < places.length; i++) {
            places[i] = (int) from.readStopBit();
        }
        return new Answer(number, question, places);
    }
}
