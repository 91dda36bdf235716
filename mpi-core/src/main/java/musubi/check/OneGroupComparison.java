package musubi.check;

import musubi.comm.Communicator;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Compares calls of ranks that all exchange data with all, or with a root. MPI-4.1 section 6.2. */
final class OneGroupComparison extends CollectiveComparison {
    OneGroupComparison(Communicator comm, CollectiveRecord[] records) {
        super(comm, records);
    }

    @Override
    String differsInArguments() {
        if (record(0).members() != null) {
            return firstOf(0, size(), this::differsInMembers);
        }
        String what = differs("root", 0, size(), CollectiveRecord::root);
        if (what == null) {
            what = differs("reduction", 0, size(), CollectiveRecord::op);
        }
        return what == null ? differsInTypes() : what;
    }

    /** Compares the group that a rank passes with those that its members pass. */
    private String differsInMembers(int place) {
        int[] members = record(place).members();
        return IntStream.of(members)
                .filter(member -> member >= 0)
                .filter(member -> !Arrays.equals(members, record(member).members()))
                .mapToObj(
                        member ->
                                differ(
                                        "group",
                                        place,
                                        Arrays.toString(members),
                                        member,
                                        Arrays.toString(record(member).members())))
                .findFirst()
                .orElse(null);
    }

    private String differsInTypes() {
        int root = record(0).root();
        return switch (record(0).bareOperation()) {
            case "REDUCE", "ALLREDUCE", "SCAN", "EXSCAN" ->
                    differsInTypes(0, size(), CollectiveRecord::send);
            case "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BCAST" ->
                    differsInTypes(0, size(), CollectiveRecord::receive);
            case "GATHER", "GATHERV" -> pairs(0, size(), root, root + 1);
            case "SCATTER", "SCATTERV" -> pairs(root, root + 1, 0, size());
            case "ALLGATHER", "ALLGATHERV", "ALLTOALL", "ALLTOALLV", "ALLTOALLW" ->
                    pairs(0, size(), 0, size());
            default -> null;
        };
    }

    /** Compares the data from each sender to each receiver. */
    private String pairs(int firstSender, int endOfSenders, int firstReceiver, int endOfReceivers) {
        return firstOf(
                firstSender,
                endOfSenders,
                from -> firstOf(firstReceiver, endOfReceivers, to -> pair(from, to, to, from)));
    }
}
