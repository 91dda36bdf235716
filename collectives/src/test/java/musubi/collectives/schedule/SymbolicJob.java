package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Executes the schedules of all ranks on symbols, in a random order that their dependencies allow.
 * A reduction concatenates texts, so the result shows the order of operands.
 *
 * <p>The most adverse network permitted: a receive invalidates its target at its start, a send
 * reads its source at its completion, and a rendezvous send completes after its receive has
 * started.
 */
public final class SymbolicJob {
    private static final String SPOILT = "spoilt";

    private final Random random;
    private final boolean rendezvous;
    private final List<SymbolicRank> ranks = new ArrayList<>();
    private final Map<Message, String[]> arrived = new HashMap<>();
    private final Set<Message> awaited = new HashSet<>();
    private final List<Started> ordered = new ArrayList<>();

    /** The identity of a message within a collective. */
    private record Message(int from, int to, int number) {}

    /** A step in progress. */
    private record Started(SymbolicRank rank, int step) {}

    /** One rank: its schedule, memory and progress. */
    static final class SymbolicRank {
        final int rank;
        final Schedule schedule;
        final List<String[]> buffers = new ArrayList<>();
        final int[] waitsFor;
        int complete;

        SymbolicRank(int rank, Schedule schedule, String[] send, String[] receive) {
            this.rank = rank;
            this.schedule = schedule;
            buffers.add(send);
            buffers.add(receive);
            for (int t = 0; t < schedule.temporaries(); t++) {
                String[] cells = new String[(int) schedule.temporary(t).count()];
                Arrays.fill(cells, SPOILT);
                buffers.add(cells);
            }
            waitsFor = new int[schedule.size()];
            for (int s = 0; s < waitsFor.length; s++) {
                waitsFor[s] = schedule.step(s).dependencies();
            }
        }

        String[] get(Part part) {
            int at = (int) part.offset();
            return Arrays.copyOfRange(buffers.get(part.buffer()), at, at + (int) part.count());
        }

        void set(Part part, String[] cells) {
            System.arraycopy(
                    cells, 0, buffers.get(part.buffer()), (int) part.offset(), cells.length);
        }
    }

    public SymbolicJob(Random random, boolean rendezvous) {
        this.random = random;
        this.rendezvous = rendezvous;
    }

    /** Adds the next rank. */
    public void add(Schedule schedule, String[] send, String[] receive) {
        ranks.add(new SymbolicRank(ranks.size(), schedule, send, receive));
    }

    /** Runs all ranks to completion; fails on a deadlock or an unreceived message. */
    public void run() {
        List<Started> started = new ArrayList<>();
        ranks.forEach(rank -> startReady(rank, rank.waitsFor, started));
        while (!started.isEmpty()) {
            List<Started> able = started.stream().filter(this::canComplete).toList();
            if (able.isEmpty()) {
                throw new AssertionError("deadlock: " + describe(started));
            }
            Started next = able.get(random.nextInt(able.size()));
            started.remove(next);
            complete(next, started);
        }
        checkEnd();
    }

    /** Starts all ranks, for completion of the steps in a given order by {@link #follow}. */
    public void start() {
        ranks.forEach(rank -> startReady(rank, rank.waitsFor, ordered));
    }

    /** Completes a given step; fails if it is not ready. */
    public void follow(int rank, int step) {
        Started next = new Started(ranks.get(rank), step);
        if (!ordered.remove(next) || !canComplete(next)) {
            throw new AssertionError("it is not the turn of rank=" + rank + " step=" + step);
        }
        complete(next, ordered);
    }

    /** Fails unless all steps are complete and all messages received. */
    public void checkEnd() {
        for (SymbolicRank rank : ranks) {
            if (rank.complete != rank.schedule.size()) {
                throw new AssertionError("steps never start on rank " + rank.rank);
            }
        }
        if (!arrived.isEmpty()) {
            throw new AssertionError("messages without receives: " + arrived.keySet());
        }
    }

    private void startReady(SymbolicRank rank, int[] waitsFor, List<Started> started) {
        for (int s = 0; s < waitsFor.length; s++) {
            if (waitsFor[s] == 0) {
                start(rank, s, started);
            }
        }
    }

    private void start(SymbolicRank rank, int index, List<Started> started) {
        Step step = rank.schedule.step(index);
        if (step.kind() == Step.Kind.RECV) {
            awaited.add(messageOf(rank, step));
            String[] spoilt = new String[(int) step.to().count()];
            Arrays.fill(spoilt, SPOILT);
            rank.set(step.to(), spoilt);
        }
        started.add(new Started(rank, index));
    }

    private static Message messageOf(SymbolicRank rank, Step step) {
        return step.kind() == Step.Kind.SEND
                ? new Message(rank.rank, step.peer(), step.number())
                : new Message(step.peer(), rank.rank, step.number());
    }

    private boolean canComplete(Started started) {
        Step step = started.rank.schedule.step(started.step);
        return switch (step.kind()) {
            case SEND -> !rendezvous || awaited.contains(messageOf(started.rank, step));
            case RECV -> arrived.containsKey(messageOf(started.rank, step));
            default -> true;
        };
    }

    private void complete(Started done, List<Started> started) {
        SymbolicRank rank = done.rank;
        Step step = rank.schedule.step(done.step);
        switch (step.kind()) {
            case SEND -> arrived.put(messageOf(rank, step), rank.get(step.from()));
            case RECV -> rank.set(step.to(), take(rank, step));
            case COPY -> rank.set(step.to(), rank.get(step.from()));
            case REDUCE -> rank.set(step.to(), join(rank.get(step.from()), rank.get(step.to())));
        }
        rank.complete++;
        for (int next : step.successors()) {
            if (--rank.waitsFor[next] == 0) {
                start(rank, next, started);
            }
        }
    }

    private String[] take(SymbolicRank rank, Step step) {
        String[] cells = arrived.remove(messageOf(rank, step));
        if (cells.length != step.to().count()) {
            throw new AssertionError("sent " + cells.length + " items to " + step);
        }
        return cells;
    }

    private static String[] join(String[] in, String[] inout) {
        String[] joined = new String[in.length];
        for (int i = 0; i < in.length; i++) {
            joined[i] = in[i] + " " + inout[i];
        }
        return joined;
    }

    private static String describe(List<Started> started) {
        StringBuilder text = new StringBuilder();
        started.forEach(s -> text.append(s.rank.rank).append(": ").append(s.step).append(' '));
        return text.toString();
    }

    /** The receive buffer of a rank. */
    public String[] received(int rank) {
        return ranks.get(rank).buffers.get(Part.RECEIVE);
    }
}
