package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The partial results of the groups of {@link SiteLevels} at their leaders. If operands may be
 * reordered, or the ranks of each group follow each other, each group has one partial. Otherwise it
 * has one for each run of ranks without ranks of other groups in between, so that all partials can
 * be reduced in rank order.
 *
 * <pre>
 *   sites 0 0 1 1 0, not commutative   site 0: (0 op 1) 4   site 1: (2 op 3)
 * </pre>
 */
public final class SitePartials {
    private final Shape shape;
    private final SiteLevels levels;
    private final ScheduleBuilder builder;

    /** The runs of this rank's group at each level, once known. */
    private final Runs[] runs;

    /** The partials of the members of a group, in rank order, and which of them form one. */
    private record Runs(int[] member, boolean[] first) {
        long of(int place) {
            return Arrays.stream(member).filter(one -> one == place).count();
        }

        int number() {
            int number = 0;
            for (boolean one : first) {
                number += one ? 1 : 0;
            }
            return number;
        }

        /** Whether the operands of a tree of members are in rank order. */
        boolean areInOrder(int members) {
            return member.length == members && number() == 1;
        }
    }

    /** The partials of a call. */
    public SitePartials(Shape shape, SiteLevels levels, ScheduleBuilder builder) {
        this.shape = shape;
        this.levels = levels;
        this.builder = builder;
        runs = new Runs[levels.top() + 1];
    }

    private Runs runs(int level) {
        if (runs[level] == null) {
            int[] parts = levels.parts(level);
            runs[level] = shape.commutative ? inAnyOrder(parts.length) : inRankOrder(level, parts);
        }
        return runs[level];
    }

    private static Runs inAnyOrder(int members) {
        int[] member = new int[members];
        Arrays.setAll(member, place -> place);
        boolean[] first = new boolean[members];
        first[0] = true;
        return new Runs(member, first);
    }

    private Runs inRankOrder(int level, int... parts) {
        int[] member = new int[shape.size];
        boolean[] first = new boolean[shape.size];
        int mine = levels.of(level, shape.rank);
        int known = 0;
        int part = -1;
        boolean isApart = true;
        for (int rank = 0; rank < shape.size; rank++) {
            boolean isMine = levels.of(level, rank) == mine;
            int next = isMine ? levels.of(level - 1, rank) : -1;
            if (isMine && next != part) {
                member[known] = Arrays.binarySearch(parts, next);
                first[known++] = isApart;
            }
            isApart = !isMine;
            part = next;
        }
        return new Runs(Arrays.copyOf(member, known), Arrays.copyOf(first, known));
    }

    /**
     * Reduces a slice of the contributions of this rank's group.
     *
     * @param slice of the contribution
     * @param top level of the group
     * @return at the leader the partials of the slice, one after the other; else null
     */
    public Part collect(Part slice, int top) {
        Part partials = slice;
        for (int level = 0; level <= top && partials != null; level++) {
            partials = combine(level, partials, slice.count());
        }
        return partials;
    }

    private Part combine(int level, Part mine, long items) {
        int[] members = levels.members(level);
        if (members.length == 1) {
            return mine;
        }
        if (level <= levels.site() && runs(level).areInOrder(members.length)) {
            Shape call = levels.among(level, CollectiveKind.REDUCE, items);
            Part room = levels.isLeader(level) ? builder.temporary(items) : null;
            Part[] result = {null};
            builder.within(
                    place -> members[place],
                    (onTree, steps) -> result[0] = BinomialReduce.collect(onTree, room, steps),
                    call,
                    mine,
                    null);
            return result[0];
        }
        if (!levels.isLeader(level)) {
            builder.send(levels.leader(level), mine);
            return null;
        }
        Part[] all = room(level, mine, items);
        for (int place = 0; place < all.length; place++) {
            if (all[place] != mine) {
                builder.recv(members[place], all[place]);
            }
        }
        return fold(level, all);
    }

    /**
     * Locations of the partials of all members of this rank's group.
     *
     * @param mine those of this rank; null: a temporary, too
     * @param items of a partial
     */
    public Part[] room(int level, Part mine, long items) {
        Part[] all = new Part[levels.parts(level).length];
        for (int place = 0; place < all.length; place++) {
            all[place] =
                    mine != null && place == levels.place(level)
                            ? mine
                            : builder.temporary(items * runs(level).of(place));
        }
        return all;
    }

    /** The partials of this rank's group, given those of its members. */
    public Part fold(int level, Part... ofMembers) {
        List<List<Part>> results = new ArrayList<>();
        Runs group = runs(level);
        int[] next = new int[ofMembers.length];
        for (int i = 0; i < group.member.length; i++) {
            int place = group.member[i];
            long items = ofMembers[place].count() / group.of(place);
            if (group.first[i]) {
                results.add(new ArrayList<>());
            }
            results.getLast().add(ofMembers[place].slice(next[place]++ * items, items));
        }
        List<Part> folded =
                results.stream().map(operands -> Accumulation.fold(builder, operands)).toList();
        return folded.size() == 1 ? folded.getFirst() : together(folded);
    }

    private Part together(List<Part> partials) {
        long items = partials.getFirst().count();
        Part all = builder.temporary(items * partials.size());
        for (int i = 0; i < partials.size(); i++) {
            builder.copy(partials.get(i), all.slice(i * items, items));
        }
        return all;
    }
}
