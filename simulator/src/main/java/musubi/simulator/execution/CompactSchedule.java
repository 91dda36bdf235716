package musubi.simulator.execution;

import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Step;

import java.util.Arrays;
import java.util.List;

/**
 * A schedule in compact form, with slots in place of peers: the first peer has slot 0. Ranks whose
 * schedules differ only in their peers share one. Immutable.
 */
final class CompactSchedule {
    /** Kinds of steps, as in {@link Step.Kind}. */
    static final byte SEND = 0;

    static final byte RECV = 1;
    static final byte REDUCE = 2;
    static final byte COPY = 3;

    /** Encoding of the steps, by which schedules are compared. */
    private final long[] encoding;

    final int steps;
    final byte[] kind;
    final int[] slot;

    /** The number of a message among those to, or from, the same peer. */
    final int[] number;

    final long[] bytes;

    /** Number of dependencies of each step; for a receive including its message. */
    final int[] waits;

    /** The successors of step s are those from {@code successorsFrom[s]} to the next one. */
    final int[] successorsFrom;

    final int[] successors;

    /** Steps that receive from each slot, in order. */
    final int[][] receives;

    /** Number of messages to each slot. */
    final int[] sends;

    CompactSchedule(ScheduleBuilder builder, long[] text, int[] slotOf, int slots, int itemBytes) {
        this.encoding = text;
        Schedule schedule = builder.build();
        steps = schedule.size();
        kind = new byte[steps];
        slot = new int[steps];
        number = new int[steps];
        bytes = new long[steps];
        waits = new int[steps];
        successorsFrom = new int[steps + 1];
        sends = new int[slots];
        int[] received = new int[slots];
        for (int i = 0; i < steps; i++) {
            Step step = schedule.step(i);
            kind[i] = (byte) step.kind().ordinal();
            slot[i] = step.peer() < 0 ? -1 : slotOf[step.peer()];
            number[i] = step.number();
            bytes[i] = (step.to() == null ? step.from() : step.to()).count() * itemBytes;
            waits[i] = waits(step);
            successorsFrom[i + 1] = successorsFrom[i] + step.successors().length;
            if (kind[i] == SEND) {
                sends[slot[i]]++;
            } else if (kind[i] == RECV) {
                received[slot[i]]++;
            }
        }
        successors = successors(schedule);
        receives = receives(received);
    }

    private static int waits(Step step) {
        return step.dependencies() + (step.kind() == Step.Kind.RECV ? 1 : 0);
    }

    private int[] successors(Schedule schedule) {
        int[] all = new int[successorsFrom[steps]];
        for (int i = 0; i < steps; i++) {
            int[] some = schedule.step(i).successors();
            System.arraycopy(some, 0, all, successorsFrom[i], some.length);
        }
        return all;
    }

    private int[][] receives(int[] counts) {
        int[][] all = new int[counts.length][];
        for (int s = 0; s < counts.length; s++) {
            all[s] = new int[counts[s]];
        }
        for (int i = 0; i < steps; i++) {
            if (kind[i] == RECV) {
                all[slot[i]][number[i]] = i;
            }
        }
        return all;
    }

    boolean hasEncoding(long[] other, int length) {
        return Arrays.equals(encoding, 0, encoding.length, other, 0, length);
    }

    /** Whether steps, sizes and dependencies are equal. */
    boolean isLike(CompactSchedule other) {
        return Arrays.equals(kind, other.kind)
                && Arrays.equals(slot, other.slot)
                && Arrays.equals(number, other.number)
                && Arrays.equals(bytes, other.bytes)
                && Arrays.equals(successorsFrom, other.successorsFrom)
                && Arrays.equals(successors, other.successors);
    }

    /** Words of the encoding of a step. */
    static final int ENCODING_WORDS = 5;

    /**
     * Encodes a schedule; returns the number of words.
     *
     * @param slotOf the slot of each peer
     */
    static int encode(List<ScheduleBuilder.Draft> drafts, int[] slotOf, long[] text) {
        int end = 0;
        for (int i = 0; i < drafts.size(); i++) {
            ScheduleBuilder.Draft draft = drafts.get(i);
            int peer = draft.peer() < 0 ? -1 : slotOf[draft.peer()];
            int flags = draft.kind().ordinal() << 2;
            flags |= (draft.fenced() ? 1 : 0) | (draft.independent() ? 2 : 0);
            text[end++] = (long) peer << Integer.SIZE | flags;
            long buffers = 0;
            text[end + 1] = 0;
            text[end + 2] = 0;
            text[end + 3] = 0;
            if (draft.from() != null) {
                buffers = draft.from().buffer() + 1L;
                text[end + 1] = draft.from().offset();
                text[end + 2] = draft.from().count();
            }
            if (draft.to() != null) {
                buffers |= draft.to().buffer() + 1L << Integer.SIZE;
                text[end + 3] = draft.to().offset();
                text[end + 2] = draft.to().count();
            }
            text[end] = buffers;
            end += ENCODING_WORDS - 1;
        }
        return end;
    }
}
