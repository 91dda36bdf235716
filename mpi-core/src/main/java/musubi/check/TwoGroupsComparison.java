package musubi.check;

import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.group.MessageAddress;
import musubi.type.MessageSignature;

/**
 * Compares calls of the ranks of an intercommunicator, whose data go from one group to the other:
 * in a rooted operation from or to the one rank that passes {@code MPI.ROOT}. MPI-4.1 sections
 * 6.2.2 and 6.2.3.
 */
final class TwoGroupsComparison extends CollectiveComparison {
    /** Where the second group begins; its ranks come behind those of the first one. */
    private final int middle;

    /** A comparison on a rank of the first group. */
    TwoGroupsComparison(Communicator comm, CollectiveRecord[] records) {
        super(comm, records);
        middle = comm.size();
    }

    @Override
    String differsInArguments() {
        return switch (record(0).bareOperation()) {
            case "BCAST", "GATHER", "GATHERV", "SCATTER", "SCATTERV", "REDUCE" -> differsWithRoot();
            case "ALLREDUCE" -> reductions(differsInTypes(0, size(), CollectiveRecord::send));
            case "REDUCE_SCATTER" -> reductions(differsInPieces());
            case "REDUCE_SCATTER_BLOCK" -> reductions(differsInBlocks());
            case "ALLGATHER", "ALLGATHERV", "ALLTOALL", "ALLTOALLV", "ALLTOALLW" ->
                    first(pairs(0, middle, middle, size()), pairs(middle, size(), 0, middle));
            default -> null;
        };
    }

    private static String first(String one, String other) {
        return one == null ? other : one;
    }

    /** Each group reduces with an operation of its own. */
    private String reductions(String otherwise) {
        String own = differs("reduction", 0, middle, CollectiveRecord::op);
        String theirs = differs("reduction", middle, size(), CollectiveRecord::op);
        return first(first(own, theirs), otherwise);
    }

    private String differsInPieces() {
        String own = differsInTypes(0, middle, CollectiveRecord::receive);
        String theirs = differsInTypes(middle, size(), CollectiveRecord::receive);
        return first(first(own, theirs), differsInTypes(0, size(), CollectiveRecord::send));
    }

    /** Both groups share out as much, in blocks for as many ranks as they have. */
    private String differsInBlocks() {
        String own = differsInTypes(0, middle, CollectiveRecord::receive);
        String theirs = differsInTypes(middle, size(), CollectiveRecord::receive);
        MessageSignature all = record(0).receive()[0].times(middle);
        MessageSignature others = record(middle).receive()[0].times(size() - middle);
        String sums = all.matches(others) ? null : differ("count or type", 0, all, middle, others);
        return first(first(own, theirs), sums);
    }

    private String differsWithRoot() {
        int root = -1;
        for (int place = 0; place < size(); place++) {
            if (record(place).root() == CollectiveCall.ROOT) {
                if (root >= 0) {
                    return "%s: %s and %s pass MPI.ROOT"
                            .formatted(head("root"), nameOf(root), nameOf(place));
                }
                root = place;
            }
        }
        if (root < 0) {
            return head("root") + ": no rank passes MPI.ROOT";
        }
        String what = differsInRoot(root);
        if (what == null) {
            what = differsInReduction(root);
        }
        return what == null ? differsInData(root) : what;
    }

    /** The others in the root's group stand by, and the other group names the root. */
    private String differsInRoot(int root) {
        int rank = root - firstOfGroup(root);
        for (int place = 0; place < size(); place++) {
            boolean besideRoot = firstOfGroup(place) == firstOfGroup(root);
            int expected = besideRoot ? MessageAddress.PROC_NULL : rank;
            int given = record(place).root();
            if (place != root && given != expected) {
                return ("%s: %s, which is rank %s of its group, passes MPI.ROOT, and %s of the %s"
                                + " group %s instead of %s")
                        .formatted(
                                head("root"),
                                nameOf(root),
                                rank,
                                nameOf(place),
                                besideRoot ? "same" : "other",
                                rootName(given),
                                rootName(expected));
            }
        }
        return null;
    }

    private static String rootName(int root) {
        return root == MessageAddress.PROC_NULL ? "MPI.PROC_NULL" : Integer.toString(root);
    }

    private int firstOfGroup(int place) {
        return place < middle ? 0 : middle;
    }

    private String differsInReduction(int root) {
        int from = middle - firstOfGroup(root);
        int end = from == 0 ? middle : size();
        return firstOf(from, end, place -> differ("reduction", root, place, CollectiveRecord::op));
    }

    private String differsInData(int root) {
        int from = middle - firstOfGroup(root);
        int end = from == 0 ? middle : size();
        return firstOf(
                from,
                end,
                place ->
                        switch (record(0).bareOperation()) {
                            case "BCAST" -> differInTypes(root, place, CollectiveRecord::receive);
                            case "SCATTER", "SCATTERV" -> pair(root, place - from, place, 0);
                            default -> pair(place, 0, root, place - from);
                        });
    }

    /** Compares the data from each rank of one group to each rank of the other one. */
    private String pairs(int sender, int endOfSenders, int receiver, int endOfReceivers) {
        return firstOf(
                sender,
                endOfSenders,
                from ->
                        firstOf(
                                receiver,
                                endOfReceivers,
                                to -> pair(from, to - receiver, to, from - sender)));
    }
}
