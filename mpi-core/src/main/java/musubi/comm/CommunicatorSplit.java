package musubi.comm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ColourMembers;
import musubi.group.Comparison;
import musubi.group.Progression;
import musubi.group.RankGroup;
import musubi.group.RankMap;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * Creates communicators of parts of one: all members, of both groups in an intercommunicator,
 * exchange their arguments, and each computes its part from them. MPI-4.1 section 7.4.2.
 *
 * <pre>
 *   split of ranks 0 to 4:   colour  7  8  7  8  7
 *                            key     0  0 -1  0  0
 *   parts:                   7: 2 0 4      8: 1 3
 * </pre>
 */
final class CommunicatorSplit {
    /**
     * Smallest number of ranks for which a pattern in the arguments is looked for instead of
     * gathering them.
     */
    private static final int LARGE = 4096;

    private final Communicator comm;
    private final Communicator all;
    private final int large;

    /** Where this rank's group and the remote group begin in {@link #all}. */
    private final int ownFrom;

    private final int remoteFrom;

    CommunicatorSplit(Communicator comm) {
        this(comm, LARGE);
    }

    /** With another number of ranks from which on a rule is looked for. */
    CommunicatorSplit(Communicator comm, int large) {
        this.comm = comm;
        this.large = large;
        all = comm.all();
        boolean first = comm.isFirst();
        ownFrom = first ? 0 : comm.remoteGroup().size();
        remoteFrom = first ? comm.size() : 0;
    }

    private long[] exchange(long... mine) {
        return all.exchange(all.nextTag()).allGather(mine);
    }

    /** The part of those with this colour, by key and then by rank; null when it is negative. */
    Communicator byColour(long colour, int key) {
        RankGroup part = !comm.isInter() && comm.size() >= large ? byPattern(colour, key) : null;
        if (part != null) {
            return agree(part, part);
        }
        long[] values = exchange(colour, key);
        RankGroup mine = ofColour(values, colour, comm.group(), ownFrom);
        RankGroup theirs =
                comm.isInter() ? ofColour(values, colour, comm.remoteGroup(), remoteFrom) : mine;
        return agree(mine, theirs);
    }

    /**
     * The part computed from the pattern of the arguments; null, on all ranks, if there is none.
     */
    private RankGroup byPattern(long colour, int key) {
        Progression pattern = new SplitPattern(comm).of(colour, key);
        if (pattern == null || colour < 0) {
            return pattern == null ? null : RankGroup.EMPTY;
        }
        RankMap part = ColourMembers.of(pattern, comm.size(), comm.rank());
        return part != null
                ? comm.group().subset(part)
                : ofColour(pattern::a, pattern::b, colour, comm.group());
    }

    private static RankGroup ofColour(long[] values, long colour, RankGroup of, int from) {
        return ofColour(
                rank -> values[2 * (from + rank)],
                rank -> values[2 * (from + rank) + 1],
                colour,
                of);
    }

    private static RankGroup ofColour(
            IntToLongFunction colours, IntToLongFunction keysOf, long colour, RankGroup of) {
        int n = 0;
        long[] keys = new long[of.size()];
        for (int rank = 0; rank < keys.length; rank++) {
            if (colour >= 0 && colours.applyAsLong(rank) == colour) {
                keys[n++] = (keysOf.applyAsLong(rank) << 32) + rank;
            }
        }
        Arrays.sort(keys, 0, n);
        return of.include(Arrays.stream(keys, 0, n).mapToInt(member -> (int) member).toArray());
    }

    /** The part of the groups that the two sides of an intercommunicator pass. */
    Communicator byGroup(RankGroup members) {
        long[] places = exchange(members.rank());
        RankGroup mine = ofPlaces(places, comm.group(), ownFrom);
        if (mine.compare(members) != Comparison.IDENT && members.rank() >= 0) {
            agree(RankGroup.EMPTY, RankGroup.EMPTY);
            throw new MpiFailure(
                            ErrorClass.GROUP,
                            "the members of the group do not all pass the same group")
                    .with("size", members.size());
        }
        RankGroup theirs = ofPlaces(places, comm.remoteGroup(), remoteFrom);
        return agree(mine, theirs);
    }

    /** The group whose members have these places in it; -1 stands for ranks outside. */
    private static RankGroup ofPlaces(long[] places, RankGroup of, int from) {
        int[] members = new int[of.size()];
        Arrays.fill(members, -1);
        for (int rank = 0; rank < members.length; rank++) {
            long place = places[from + rank];
            if (place >= 0 && place < members.length) {
                members[(int) place] = rank;
            }
        }
        return of.include(Arrays.stream(members).filter(rank -> rank >= 0).toArray());
    }

    /** Agrees on the id of this rank's part; null if it is in none or a side is empty. */
    private Communicator agree(RankGroup mine, RankGroup theirs) {
        boolean exists = mine.size() > 0 && theirs.size() > 0;
        return comm.agree(new ExchangeGroup(all), exists ? mine : null, theirs, all.nextTag());
    }

    /**
     * The flags of this group and of the remote group.
     *
     * @throws MpiFailure of class ARG if the ranks of a group pass different flags
     */
    boolean[] flags(boolean mine) {
        long[] values = exchange(mine ? 1 : 0);
        return new boolean[] {
            common(values, ownFrom, comm.size()),
            common(values, remoteFrom, comm.remoteGroup().size())
        };
    }

    private static boolean common(long[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (values[i] != values[from]) {
                throw new MpiFailure(
                                ErrorClass.ARG,
                                "the ranks of a group do not all pass the same high")
                        .with("passed", passed(values, from, count))
                        .advice("pass false on all ranks of one group, true on those of the other");
            }
        }
        return values[from] != 0;
    }

    private static String passed(long[] values, int from, int count) {
        return Arrays.stream(values, from, from + count)
                .mapToObj(value -> Boolean.toString(value != 0))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
