package musubi.group;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;

/** An ordered set of ranks. MPI-4.1 section 7.3. Immutable; any thread. */
public final class RankGroup {
    /** The group without members. */
    public static final RankGroup EMPTY = new RankGroup(RankMap.identity(0), -1);

    private final RankMap map;
    private final int myWorldRank;

    /** A group as seen from one rank. */
    public RankGroup(RankMap map, int myWorldRank) {
        this.map = map;
        this.myWorldRank = myWorldRank;
    }

    /** Number of members. */
    public int size() {
        return map.size();
    }

    /** This rank's place in the group, or -1 when it is no member. */
    public int rank() {
        return myWorldRank < 0 ? -1 : map.search(myWorldRank);
    }

    /** World rank of a member. */
    public int worldRank(int rank) {
        return map.worldRank(rank);
    }

    /** Place of a world rank, or -1. */
    public int rankOf(int worldRank) {
        return map.rankOf(worldRank);
    }

    /** IDENT, SIMILAR (other order) or UNEQUAL. */
    public Comparison compare(RankGroup other) {
        if (size() != other.size()) {
            return Comparison.UNEQUAL;
        }
        if (map.equals(other.map)) {
            return Comparison.IDENT;
        }
        Comparison result = Comparison.IDENT;
        for (int i = 0; i < size(); i++) {
            int place = other.rankOf(worldRank(i));
            if (place < 0) {
                return Comparison.UNEQUAL;
            }
            if (place != i) {
                result = Comparison.SIMILAR;
            }
        }
        return result;
    }

    /** The members with these ranks, in this order. */
    public RankGroup include(int[] ranks) {
        int[] worldRanks = Arrays.stream(ranks).map(rank -> worldRank(checked(rank))).toArray();
        checkDistinct(worldRanks, ranks);
        return new RankGroup(RankMap.of(worldRanks), myWorldRank);
    }

    /** The members whose ranks a map has, in its order. */
    public RankGroup subset(RankMap ranks) {
        return new RankGroup(RankMap.of(map, ranks), myWorldRank);
    }

    /**
     * This group with the participant set that equal groups have.
     *
     * @param nodeTables as {@link ParticipantSets#intern} takes it
     */
    public RankGroup interned(ParticipantSets sets, Function<int[], MemorySegment> nodeTables) {
        RankMap shared = sets.intern(map, nodeTables);
        return shared == map ? this : new RankGroup(shared, myWorldRank);
    }

    /** All members but those with these ranks. */
    public RankGroup exclude(int[] ranks) {
        boolean[] out = new boolean[size()];
        for (int rank : ranks) {
            if (out[checked(rank)]) {
                throw new MpiFailure(ErrorClass.RANK, "a rank is named twice").with("rank", rank);
            }
            out[rank] = true;
        }
        IntStream left = IntStream.range(0, size()).filter(rank -> !out[rank]);
        return new RankGroup(RankMap.of(left.map(this::worldRank).toArray()), myWorldRank);
    }

    /** Members of the first, then those of the second that are not in the first. */
    public RankGroup union(RankGroup other) {
        IntStream others = other.worldRanks().filter(worldRank -> rankOf(worldRank) < 0);
        return make(IntStream.concat(worldRanks(), others), other);
    }

    /** Members of the first that are in the second, in the order of the first. */
    public RankGroup intersection(RankGroup other) {
        return filter(other, true);
    }

    /** Members of the first that are not in the second, in the order of the first. */
    public RankGroup difference(RankGroup other) {
        return filter(other, false);
    }

    private RankGroup filter(RankGroup other, boolean inOther) {
        return make(worldRanks().filter(w -> other.rankOf(w) >= 0 == inOther), other);
    }

    private RankGroup make(IntStream worldRanks, RankGroup other) {
        return new RankGroup(
                RankMap.of(worldRanks.toArray()), Math.max(myWorldRank, other.myWorldRank));
    }

    /** The ranks that triplets first, last, stride name, in order; for rangeIncl and rangeExcl. */
    public int[] expand(int[][] ranges) {
        return Arrays.stream(ranges).flatMapToInt(this::expand).toArray();
    }

    private IntStream expand(int[] range) {
        if (range.length != 3) {
            throw new MpiFailure(ErrorClass.ARG, "a range is first, last and stride")
                    .with("range", Arrays.toString(range));
        }
        long distance = (long) range[1] - range[0];
        if (range[2] == 0 || Long.signum(distance) * range[2] < 0) {
            throw new MpiFailure(
                            ErrorClass.RANK,
                            "the stride of a range must lead from its first to its last rank, and"
                                    + " not be 0")
                    .with("range", Arrays.toString(range));
        }
        int last = checked(range[0]) + (int) (distance / range[2]) * range[2];
        int count = (checked(last) - range[0]) / range[2] + 1;
        return IntStream.range(0, count).map(i -> range[0] + i * range[2]);
    }

    private IntStream worldRanks() {
        return IntStream.range(0, size()).map(this::worldRank);
    }

    private int checked(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the group")
                    .with("rank", rank, "size", size());
        }
        return rank;
    }

    /**
     * Makes sure that all of these are members.
     *
     * @throws MpiFailure of class GROUP when one is not
     */
    public void checkContains(RankGroup members) {
        for (int i = 0; i < members.size(); i++) {
            if (rankOf(members.worldRank(i)) < 0) {
                throw new MpiFailure(
                                ErrorClass.GROUP,
                                "the group has a rank that is not in the communicator")
                        .with("rank in group", i, "rank in world", members.worldRank(i));
            }
        }
    }

    private static void checkDistinct(int[] worldRanks, int[] ranks) {
        int[] sorted = worldRanks.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new MpiFailure(ErrorClass.RANK, "a rank is named twice")
                        .with("ranks", Arrays.toString(ranks));
            }
        }
    }
}
