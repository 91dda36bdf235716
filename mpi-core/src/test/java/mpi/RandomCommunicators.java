package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Makes communicators in a random order that is the same on all ranks, and compares each with a
 * model: the world ranks of its groups. Every rank has all models, and the communicators that it is
 * a member of.
 */
final class RandomCommunicators {
    private static final int MOST = 12;

    /** The groups of a communicator, the second empty in an intracommunicator, and its handle. */
    private record Entry(List<Integer> low, List<Integer> high, Comm comm) {
        boolean isInter() {
            return !high.isEmpty();
        }

        List<Integer> own(int me) {
            return low.contains(me) ? low : high;
        }

        List<Integer> remote(int me) {
            return low.contains(me) ? high : low;
        }

        boolean has(int me) {
            return low.contains(me) || high.contains(me);
        }
    }

    private final long seed;
    private final Random random;
    private final int me;
    private final List<Entry> entries = new ArrayList<>();
    private int step;

    RandomCommunicators(long seed) {
        this.seed = seed;
        random = new Random(seed);
        me = MPI.COMM_WORLD.getRank();
        List<Integer> all = IntStream.range(0, MPI.COMM_WORLD.getSize()).boxed().toList();
        entries.add(new Entry(all, List.of(), MPI.COMM_WORLD));
    }

    void run(int steps) {
        for (step = 0; step < steps; step++) {
            try {
                runStep();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed + " step=" + step + ": " + e, e);
            }
        }
        while (entries.size() > 1) {
            free(entries.size() - 1);
        }
    }

    private void runStep() {
        Entry from = entries.get(random.nextInt(entries.size()));
        int choice = random.nextInt(7);
        switch (choice) {
            case 0 -> add(from.low, from.high, from.has(me) ? duplicate(from) : null);
            case 1 -> split(from);
            case 2 -> create(from);
            case 3 -> createGroup(from);
            case 4, 5 -> {
                if (from.isInter()) {
                    merge(from);
                } else {
                    join(from);
                }
            }
            default -> {
                if (entries.size() > 2) {
                    free(1 + random.nextInt(entries.size() - 1));
                }
            }
        }
        while (entries.size() > MOST) {
            free(1 + random.nextInt(entries.size() - 1));
        }
    }

    private void free(int index) {
        Entry gone = entries.remove(index);
        if (gone.has(me)) {
            gone.comm.free();
        }
    }

    private Comm duplicate(Entry from) {
        if (step % 2 == 0) {
            return from.comm.dup();
        }
        Comm copy = from.comm.iDup();
        copy.getRequest().waitFor();
        return copy;
    }

    /** Ranks get colours -1 (none), 0 and 1, and keys with many ties. */
    private void split(Entry from) {
        int salt = random.nextInt();
        ToIntFunction<Integer> colour = rank -> Math.floorMod(rank * 31 + salt, 7) % 3 - 1;
        ToIntFunction<Integer> key = rank -> Math.floorMod(rank * 17 + salt, 3) - 1;
        Comm made = null;
        if (from.has(me)) {
            int mine = colour.applyAsInt(me) < 0 ? MPI.UNDEFINED : colour.applyAsInt(me);
            made =
                    from.comm instanceof Intercomm inter
                            ? inter.split(mine, key.applyAsInt(me))
                            : ((Intracomm) from.comm).split(mine, key.applyAsInt(me));
        }
        for (int c = 0; c < 2; c++) {
            int wanted = c;
            IntPredicate isIn = rank -> colour.applyAsInt(rank) == wanted;
            List<Integer> low = sorted(select(from.low, isIn), key);
            List<Integer> high = sorted(select(from.high, isIn), key);
            if (!low.isEmpty() && from.isInter() != high.isEmpty()) {
                boolean member = low.contains(me) || high.contains(me);
                add(low, high, member ? made : null);
            }
        }
    }

    private static List<Integer> select(List<Integer> ranks, IntPredicate isIn) {
        return ranks.stream().filter(isIn::test).toList();
    }

    private static List<Integer> sorted(List<Integer> ranks, ToIntFunction<Integer> key) {
        return ranks.stream().sorted(java.util.Comparator.comparingInt(key)).toList();
    }

    /** A subset of the ranks in reverse order, the same on all ranks. */
    private List<Integer> part(List<Integer> ranks) {
        int salt = random.nextInt();
        List<Integer> some = select(ranks, rank -> Math.floorMod(rank * 13 + salt, 4) > 0);
        return some.reversed();
    }

    private static Group group(Comm comm, List<Integer> worldRanks) {
        int[] ranks = worldRanks.stream().mapToInt(Integer::intValue).toArray();
        Group all = MPI.COMM_WORLD.getGroup();
        return comm.getGroup().incl(Group.translateRanks(all, ranks, comm.getGroup()));
    }

    private void create(Entry from) {
        List<Integer> low = part(from.low);
        List<Integer> high = from.isInter() ? part(from.high) : List.of();
        Comm made = null;
        if (from.has(me)) {
            made =
                    from.comm instanceof Intercomm inter
                            ? inter.create(group(inter, from.low.contains(me) ? low : high))
                            : ((Intracomm) from.comm).create(group(from.comm, low));
        }
        boolean exists = !low.isEmpty() && from.isInter() != high.isEmpty();
        boolean member = low.contains(me) || high.contains(me);
        if (made != null) {
            assertEquals(!(exists && member), made.isNull());
        }
        if (exists) {
            add(low, high, member ? made : null);
        }
    }

    private void createGroup(Entry from) {
        if (from.isInter()) {
            return;
        }
        List<Integer> some = part(from.low);
        if (!some.isEmpty()) {
            boolean member = some.contains(me);
            Intracomm parent = member ? (Intracomm) from.comm : null;
            add(some, List.of(), member ? parent.createGroup(group(parent, some), step) : null);
        }
    }

    private void merge(Entry from) {
        boolean lowIsHigh = random.nextBoolean();
        boolean highIsHigh = random.nextBoolean();
        boolean swapped = lowIsHigh == highIsHigh ? from.low.get(0) > from.high.get(0) : lowIsHigh;
        List<Integer> all = new ArrayList<>(swapped ? from.high : from.low);
        all.addAll(swapped ? from.low : from.high);
        Comm made = null;
        if (from.has(me)) {
            made = ((Intercomm) from.comm).merge(from.low.contains(me) ? lowIsHigh : highIsHigh);
        }
        add(all, List.of(), made);
    }

    /** Splits a communicator in two and merges the parts. */
    private void join(Entry from) {
        if (from.low.size() < 2) {
            return;
        }
        int cut = 1 + random.nextInt(from.low.size() - 1);
        List<Integer> low = from.low.subList(0, cut);
        List<Integer> high = from.low.subList(cut, from.low.size());
        int lowLeader = random.nextInt(low.size());
        int highLeader = random.nextInt(high.size());
        Comm made = null;
        if (from.has(me)) {
            Intracomm peer = (Intracomm) from.comm;
            boolean isLow = low.contains(me);
            Intracomm local = peer.split(isLow ? 0 : 1, 0);
            int mine = isLow ? lowLeader : highLeader;
            int theirs = isLow ? cut + highLeader : lowLeader;
            made = peer.createIntercomm(local, mine, theirs, step);
            local.free();
        }
        add(low, high, made);
    }

    private void add(List<Integer> low, List<Integer> high, Comm comm) {
        Entry entry = new Entry(List.copyOf(low), List.copyOf(high), comm);
        entries.add(entry);
        if (entry.has(me)) {
            checkGroups(entry);
            checkMessages(entry);
        }
    }

    private void checkGroups(Entry entry) {
        Comm comm = entry.comm;
        assertEquals(entry.isInter(), comm.isInter());
        assertEquals(entry.own(me), worldRanks(comm.getGroup()));
        assertEquals(entry.own(me).indexOf(me), comm.getRank());
        assertEquals(entry.own(me).size(), comm.getSize());
        if (comm instanceof Intercomm inter) {
            assertEquals(entry.remote(me), worldRanks(inter.getRemoteGroup()));
        }
        for (Entry other : entries) {
            if (other.has(me)) {
                assertEquals(compared(entry, other), Comm.compare(comm, other.comm));
            }
        }
    }

    private static List<Integer> worldRanks(Group group) {
        int[] ranks = IntStream.range(0, group.getSize()).toArray();
        int[] world = Group.translateRanks(group, ranks, MPI.COMM_WORLD.getGroup());
        return IntStream.of(world).boxed().toList();
    }

    private int compared(Entry a, Entry b) {
        if (a.comm == b.comm) {
            return MPI.IDENT;
        }
        if (a.isInter() != b.isInter()) {
            return MPI.UNEQUAL;
        }
        List<List<Integer>> left = List.of(a.own(me), a.remote(me));
        List<List<Integer>> right = List.of(b.own(me), b.remote(me));
        if (left.equals(right)) {
            return MPI.CONGRUENT;
        }
        boolean same =
                IntStream.range(0, 2)
                        .allMatch(
                                i ->
                                        left.get(i).stream()
                                                .sorted()
                                                .toList()
                                                .equals(right.get(i).stream().sorted().toList()));
        return same ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** Each sends its rank to all peers; wildcards match nothing of other communicators. */
    private void checkMessages(Entry entry) {
        Comm comm = entry.comm;
        List<Integer> peers = entry.isInter() ? entry.remote(me) : entry.own(me);
        Request[] sends = new Request[peers.size()];
        for (int r = 0; r < sends.length; r++) {
            sends[r] = comm.iSend(new int[] {step, comm.getRank(), r}, 3, MPI.INT, r, step);
        }
        for (int r = 0; r < sends.length; r++) {
            int[] got = new int[3];
            Status status = comm.recv(got, 3, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertArrayEquals(new int[] {step, status.getSource(), comm.getRank()}, got);
        }
        Request.waitAll(sends);
        assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    }
}
