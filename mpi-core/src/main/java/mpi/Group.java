package mpi;

import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;

/** An ordered set of processes. MPI-4.1 section 7.3. */
public class Group implements Freeable {
    /** The {@link #code} of {@code MPI.GROUP_EMPTY}, in MPJ Express. */
    public static final int EMPTY = 3;

    /** As in MPJ Express: {@link #EMPTY}, 2 for {@code MPI.GROUP_NULL}, -1 for all others. */
    public int code = -1;

    private musubi.group.RankGroup core;
    private final LeakTracker.TrackedObject made;

    Group(musubi.group.RankGroup core) {
        this(core, ProgramChecks.created("group"));
    }

    /** A predefined group. */
    Group(musubi.group.RankGroup core, int code) {
        this(core, null);
        this.code = code;
    }

    private Group(musubi.group.RankGroup core, LeakTracker.TrackedObject made) {
        this.core = core;
        this.made = made;
    }

    /** The group of a communicator, which the program need not free. */
    static Group ofComm(musubi.group.RankGroup core) {
        return new Group(core, null);
    }

    /**
     * The core's group.
     *
     * @throws MpiFailure of class GROUP when it is null or freed
     */
    static musubi.group.RankGroup core(Group group) {
        if (group == null || group.core == null) {
            throw new MpiFailure(
                    ErrorClass.GROUP,
                    group == null ? "the group is null" : "the group was freed or is null");
        }
        return group.core;
    }

    private static musubi.group.RankGroup core(String call, Group group) {
        MPI.checkRunning();
        try {
            return core(group);
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "");
        }
    }

    /** Number of members. MPI-4.1 section 7.3.1. */
    public int getSize() throws MPIException {
        return core("Group.getSize", this).size();
    }

    /** As {@link #getSize}. MPI-4.1 section 7.3.1. */
    public int Size() throws MPIException {
        return core("Group.Size", this).size();
    }

    /** Rank of this process, {@code MPI.UNDEFINED} if it is no member. MPI-4.1 section 7.3.1. */
    public int getRank() throws MPIException {
        return rank(core("Group.getRank", this));
    }

    /** As {@link #getRank}. MPI-4.1 section 7.3.1. */
    public int Rank() throws MPIException {
        return rank(core("Group.Rank", this));
    }

    private static void checkGiven(String call, Object ranks) {
        if (ranks == null) {
            throw MPI.failure(
                    new MpiFailure(ErrorClass.ARG, "an array of ranks is null"), call, "");
        }
    }

    private static int rank(musubi.group.RankGroup group) {
        int rank = group.rank();
        return rank < 0 ? MPI.UNDEFINED : rank;
    }

    /** Frees the group. MPI-4.1 section 7.3.3. */
    @Override
    public void free() throws MPIException {
        core("Group.free", this);
        if (this != MPI.GROUP_EMPTY) {
            core = null;
            ProgramChecks.freed(made);
        }
    }

    /** Whether it was freed. MPI-4.1 section 7.3.3. */
    public boolean isNull() {
        return core == null;
    }

    /**
     * Translates ranks of the first group to the second; {@code MPI.UNDEFINED} for processes that
     * are not in it. MPI-4.1 section 7.3.1.
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2)
            throws MPIException {
        return translate("Group.translateRanks", group1, ranks1, group2);
    }

    /** As {@link #translateRanks}. MPI-4.1 section 7.3.1. */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
            throws MPIException {
        return translate("Group.Translate_ranks", group1, ranks1, group2);
    }

    private static int[] translate(String call, Group group1, int[] ranks1, Group group2) {
        musubi.group.RankGroup from = core(call, group1);
        musubi.group.RankGroup to = core(call, group2);
        checkGiven(call, ranks1);
        int[] ranks2 = new int[ranks1.length];
        for (int i = 0; i < ranks1.length; i++) {
            int rank = ranks1[i];
            if (rank != MPI.PROC_NULL && (rank < 0 || rank >= from.size())) {
                throw MPI.failure(
                        new MpiFailure(ErrorClass.RANK, "no such rank in the group")
                                .with("rank", rank)
                                .with("size", from.size()),
                        call,
                        "ranks1=" + Arrays.toString(ranks1));
            }
            int place = rank == MPI.PROC_NULL ? rank : to.rankOf(from.worldRank(rank));
            ranks2[i] = place == -1 ? MPI.UNDEFINED : place;
        }
        return ranks2;
    }

    /** {@code MPI.IDENT}, {@code SIMILAR} or {@code UNEQUAL}. MPI-4.1 section 7.3.1. */
    public static int compare(Group group1, Group group2) throws MPIException {
        return compare("Group.compare", group1, group2);
    }

    /** As {@link #compare}. MPI-4.1 section 7.3.1. */
    public static int Compare(Group group1, Group group2) throws MPIException {
        return compare("Group.Compare", group1, group2);
    }

    private static int compare(String call, Group group1, Group group2) {
        return Comm.number(core(call, group1).compare(core(call, group2)));
    }

    /**
     * Union: the members of the first group, then the others of the second. MPI-4.1 section 7.3.2.
     */
    public static Group union(Group group1, Group group2) throws MPIException {
        return new Group(core("Group.union", group1).union(core("Group.union", group2)));
    }

    /** As {@link #union}. MPI-4.1 section 7.3.2. */
    public static Group Union(Group group1, Group group2) throws MPIException {
        return new Group(core("Group.Union", group1).union(core("Group.Union", group2)));
    }

    /** Intersection, ordered as in the first group. MPI-4.1 section 7.3.2. */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        String call = "Group.intersection";
        return new Group(core(call, group1).intersection(core(call, group2)));
    }

    /** As {@link #intersection}. MPI-4.1 section 7.3.2. */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        String call = "Group.Intersection";
        return new Group(core(call, group1).intersection(core(call, group2)));
    }

    /** Difference: members of the first group that are not in the second. MPI-4.1 section 7.3.2. */
    public static Group difference(Group group1, Group group2) throws MPIException {
        String call = "Group.difference";
        return new Group(core(call, group1).difference(core(call, group2)));
    }

    /** As {@link #difference}. MPI-4.1 section 7.3.2. */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        String call = "Group.Difference";
        return new Group(core(call, group1).difference(core(call, group2)));
    }

    /** The members with these ranks, in this order. MPI-4.1 section 7.3.2. */
    public Group incl(int[] ranks) throws MPIException {
        return include("Group.incl", ranks);
    }

    /** As {@link #incl}. MPI-4.1 section 7.3.2. */
    public Group Incl(int[] ranks) throws MPIException {
        return include("Group.Incl", ranks);
    }

    private Group include(String call, int[] ranks) {
        musubi.group.RankGroup group = core(call, this);
        checkGiven(call, ranks);
        try {
            return new Group(group.include(ranks));
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "ranks=" + Arrays.toString(ranks));
        }
    }

    /** All members but those with these ranks. MPI-4.1 section 7.3.2. */
    public Group excl(int[] ranks) throws MPIException {
        return exclude("Group.excl", ranks);
    }

    /** As {@link #excl}. MPI-4.1 section 7.3.2. */
    public Group Excl(int[] ranks) throws MPIException {
        return exclude("Group.Excl", ranks);
    }

    private Group exclude(String call, int[] ranks) {
        musubi.group.RankGroup group = core(call, this);
        checkGiven(call, ranks);
        try {
            return new Group(group.exclude(ranks));
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "ranks=" + Arrays.toString(ranks));
        }
    }

    /** The members in ranges of first, last and stride. MPI-4.1 section 7.3.2. */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        return include("Group.rangeIncl", expand("Group.rangeIncl", ranges));
    }

    /** As {@link #rangeIncl}. MPI-4.1 section 7.3.2. */
    public Group Range_incl(int[][] ranges) throws MPIException {
        return include("Group.Range_incl", expand("Group.Range_incl", ranges));
    }

    /** All members but those in ranges of first, last and stride. MPI-4.1 section 7.3.2. */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        return exclude("Group.rangeExcl", expand("Group.rangeExcl", ranges));
    }

    /** As {@link #rangeExcl}. MPI-4.1 section 7.3.2. */
    public Group Range_excl(int[][] ranges) throws MPIException {
        return exclude("Group.Range_excl", expand("Group.Range_excl", ranges));
    }

    private int[] expand(String call, int[][] ranges) {
        musubi.group.RankGroup group = core(call, this);
        checkGiven(call, ranges);
        for (int[] range : ranges) {
            checkGiven(call, range);
        }
        try {
            return group.expand(ranges);
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, "ranges=" + Arrays.deepToString(ranges));
        }
    }
}
