package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The schedules of all ranks of a job for one collective, and their peers. Schedules are encoded
 * rank by rank; dependencies are computed only for schedules that no rank had before. Immutable
 * once built.
 */
final class JobSchedules {
    private static final int NO_SLOT = -1;

    /**
     * Limits of steps: of all ranks together, at 4 bytes; and of different schedules, at about 100
     * bytes.
     */
    private static final long MOST_STEPS = 1 << 29;

    static final long MOST_WRITTEN = 40_000_000;

    private final int ranks;
    private final CompactSchedule[] schedules;

    /** The peers of rank r are those from {@code peersFrom[r]}, slot by slot. */
    private final int[] peersFrom;

    private int[] peers = new int[64];

    /** The slot of the rank at each of them. */
    private final int[] slotThere;

    private final Map<Long, List<CompactSchedule>> known = new HashMap<>();
    private long[] text = new long[64];
    private long planned;
    private long written;

    /**
     * Plans a collective.
     *
     * @param shapes the shape of each rank's call
     */
    JobSchedules(Algorithm algorithm, int ranks, IntFunction<Shape> shapes) {
        this.ranks = ranks;
        schedules = new CompactSchedule[ranks];
        peersFrom = new int[ranks + 1];
        int[] slotOf = new int[ranks];
        Arrays.fill(slotOf, NO_SLOT);
        for (int rank = 0; rank < ranks; rank++) {
            Shape shape = shapes.apply(rank);
            ScheduleBuilder builder = new ScheduleBuilder();
            algorithm.planner().plan(shape, builder);
            int slots = meet(rank, builder.drafts(), slotOf);
            planned += builder.drafts().size();
            checkRoom(algorithm, rank);
            schedules[rank] = schedule(builder, slotOf, slots, shape.itemBytes);
            for (int i = peersFrom[rank]; i < peersFrom[rank + 1]; i++) {
                slotOf[peers[i]] = NO_SLOT;
            }
        }
        slotThere = slotsThere();
    }

    private void checkRoom(Algorithm algorithm, int rank) {
        if (planned > MOST_STEPS || written > MOST_WRITTEN) {
            throw new IllegalArgumentException(
                    String.format(
                            "%s has more steps than there is memory for: ranks=%d steps=%d"
                                    + " different=%d until rank=%d; take fewer ranks or longer"
                                    + " segments",
                            algorithm.name(), ranks, planned, written, rank));
        }
    }

    private int meet(int rank, List<ScheduleBuilder.Draft> drafts, int[] slotOf) {
        int slots = 0;
        for (ScheduleBuilder.Draft draft : drafts) {
            int peer = draft.peer();
            if (peer >= 0 && slotOf[peer] == NO_SLOT) {
                int at = peersFrom[rank] + slots;
                if (at == peers.length) {
                    peers = Arrays.copyOf(peers, 2 * at);
                }
                peers[at] = peer;
                slotOf[peer] = slots++;
            }
        }
        peersFrom[rank + 1] = peersFrom[rank] + slots;
        return slots;
    }

    private CompactSchedule schedule(
            ScheduleBuilder builder, int[] slotOf, int slots, int itemBytes) {
        int room = builder.drafts().size() * CompactSchedule.ENCODING_WORDS;
        if (text.length < room) {
            text = new long[room];
        }
        int length = CompactSchedule.encode(builder.drafts(), slotOf, text);
        long hash = slots;
        for (int i = 0; i < length; i++) {
            hash = Long.rotateLeft(hash * 0x9E3779B97F4A7C15L, 29) ^ text[i];
        }
        List<CompactSchedule> alike = known.computeIfAbsent(hash, _ -> new ArrayList<>(1));
        for (CompactSchedule schedule : alike) {
            if (schedule.hasEncoding(text, length)) {
                return schedule;
            }
        }
        long[] kept = Arrays.copyOf(text, length);
        CompactSchedule schedule = new CompactSchedule(builder, kept, slotOf, slots, itemBytes);
        alike.add(schedule);
        written += schedule.steps;
        return schedule;
    }

    /** Also checks that both ranks of each pair expect the same number of messages. */
    private int[] slotsThere() {
        int[] there = new int[peersFrom[ranks]];
        Map<Long, Integer> slots = new HashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (int slot = 0; slot < slots(rank); slot++) {
                slots.put(pair(rank, peer(rank, slot)), slot);
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            for (int slot = 0; slot < slots(rank); slot++) {
                int peer = peer(rank, slot);
                Integer back = slots.get(pair(peer, rank));
                int sent = schedules[rank].sends[slot];
                int received = back == null ? 0 : schedules[peer].receives[back].length;
                if (sent != received) {
                    throw new IllegalStateException(
                            "sends without receives: from=%d to=%d sends=%d receives=%d"
                                    .formatted(rank, peer, sent, received));
                }
                there[peersFrom[rank] + slot] = back == null ? NO_SLOT : back;
            }
        }
        return there;
    }

    private static long pair(int from, int to) {
        return (long) from << Integer.SIZE | to;
    }

    int ranks() {
        return ranks;
    }

    /** Number of different schedules. */
    int differentPrograms() {
        return known.values().stream().mapToInt(List::size).sum();
    }

    CompactSchedule of(int rank) {
        return schedules[rank];
    }

    /** Number of peers of a rank. */
    int slots(int rank) {
        return peersFrom[rank + 1] - peersFrom[rank];
    }

    /** Number of pairs of a rank and its peer. */
    int connections() {
        return peersFrom[ranks];
    }

    /** The number of the connection from a rank to the peer with a slot. */
    int connection(int rank, int slot) {
        return peersFrom[rank] + slot;
    }

    int peer(int rank, int slot) {
        return peers[peersFrom[rank] + slot];
    }

    /** The slot of a rank at the other end of a connection. */
    int slotThere(int connection) {
        return slotThere[connection];
    }
}
