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

    /** Steps in progress that can complete. */
    private final List<Started> able = new ArrayList<>();

    /** Rendezvous sends whose receives have not started. */
    private final Map<Message, Started> blockedSends = new HashMap<>();

    /** Receives whose messages have not arrived. */
    private final Map<Message, Started> blockedReceives = new HashMap<>();

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
        start();
        while (!able.isEmpty()) {
            int chosen = random.nextInt(able.size());
            Started next = able.get(chosen);
            able.set(chosen, able.getLast());
            able.removeLast();
            complete(next);
        }
        if (!blockedSends.isEmpty() || !blockedReceives.isEmpty()) {
            throw new AssertionError(
                    "deadlock: sends "
                            + blockedSends.keySet()
                            + " receives "
                            + blockedReceives.keySet());
        }
        checkEnd();
    }

    /** Starts all ranks, for completion of the steps in a given order by {@link #follow}. */
    public void start() {
        ranks.forEach(this::startReady);
    }

    /** Completes a given step; fails if it is not ready. */
    public void follow(int rank, int step) {
        Started next = new Started(ranks.get(rank), step);
        if (!able.remove(next)) {
            throw new AssertionError("it is not the turn of rank=" + rank + " step=" + step);
        }
        complete(next);
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

    private void startReady(SymbolicRank rank) {
        for (int s = 0; s < rank.waitsFor.length; s++) {
            if (rank.waitsFor[s] == 0) {
                start(rank, s);
            }
        }
    }

    private void start(SymbolicRank rank, int index) {
        Started started = new Started(rank, index);
        Step step = rank.schedule.step(index);
        switch (step.kind()) {
            case SEND -> startSend(started, messageOf(rank, step));
            case RECV -> startReceive(started, step, messageOf(rank, step));
            default -> able.add(started);
        }
    }

    private void startSend(Started started, Message message) {
        if (!rendezvous || awaited.contains(message)) {
            able.add(started);
        } else {
            blockedSends.put(message, started);
        }
    }

    private void startReceive(Started started, Step step, Message message) {
        String[] spoilt = new String[(int) step.to().count()];
        Arrays.fill(spoilt, SPOILT);
        started.rank.set(step.to(), spoilt);
        if (arrived.containsKey(message)) {
            able.add(started);
        } else {
            blockedReceives.put(message, started);
        }
        awaited.add(message);
        unblock(blockedSends, message);
    }

    private void unblock(Map<Message, Started> blocked, Message message) {
        Started started = blocked.remove(message);
        if (started != null) {
            able.add(started);
        }
    }

    private static Message messageOf(SymbolicRank rank, Step step) {
        return step.kind() == Step.Kind.SEND
                ? new Message(rank.rank, step.peer(), step.number())
                : new Message(step.peer(), rank.rank, step.number());
    }

    private void complete(Started done) {
        SymbolicRank rank = done.rank;
        Step step = rank.schedule.step(done.step);
        switch (step.kind()) {
            case SEND -> arrive(messageOf(rank, step), rank.get(step.from()));
            case RECV -> rank.set(step.to(), take(rank, step));
            case COPY -> rank.set(step.to(), rank.get(step.from()));
            case REDUCE -> rank.set(step.to(), join(rank.get(step.from()), rank.get(step.to())));
        }
        rank.complete++;
        for (int next : step.successors()) {
            if (--rank.waitsFor[next] == 0) {
                start(rank, next);
            }
        }
    }

    private void arrive(Message message, String[] cells) {
        arrived.put(message, cells);
        unblock(blockedReceives, message);
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

    /** The receive buffer of a rank. */
    public String[] received(int rank) {
        return ranks.get(rank).buffers.get(Part.RECEIVE);
    }
}
