package musubi.check;

import musubi.comm.Communicator;
import musubi.type.TypeSignature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compares what the ranks of a communicator call. MPI-4.1 chapter 6. */
final class CollectiveComparison {
    private static final int MOST_ENTRIES = 16;

    private final Communicator comm;
    private final CollectiveRecord[] records;

    /**
     * A comparison.
     *
     * @param records what each rank calls
     */
    CollectiveComparison(Communicator comm, CollectiveRecord[] records) {
        this.comm = comm;
        this.records = records;
    }

    /** What to tell the user; empty when the ranks agree. */
    String disagreement() {
        String what = differs("operation", CollectiveRecord::operation);
        if (what == null) {
            what = differs("root", CollectiveRecord::root);
        }
        if (what == null) {
            what = differs("reduction", CollectiveRecord::op);
        }
        if (what == null) {
            what = differsInTypes();
        }
        return what == null ? "" : what + calls();
    }

    private String differs(String name, Function<CollectiveRecord, Object> part) {
        Object first = part.apply(records[0]);
        for (int rank = 1; rank < records.length; rank++) {
            Object other = part.apply(records[rank]);
            if (!other.equals(first)) {
                return head(name) + ": rank 0: " + first + ", rank " + rank + ": " + other;
            }
        }
        return null;
    }

    private String head(String name) {
        return "the ranks of "
                + Communicator.nameOf(comm.contextId())
                + " disagree on the "
                + name
                + " of a collective call";
    }

    private String differsInTypes() {
        String kind = records[0].operation();
        String bare = kind.substring(kind.lastIndexOf(' ') + 1);
        return switch (bare) {
            case "REDUCE", "ALLREDUCE", "SCAN", "EXSCAN" -> allSame(CollectiveRecord::send);
            case "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK" -> allSame(CollectiveRecord::receive);
            case "BCAST" -> allSame(CollectiveRecord::receive);
            case "GATHER", "GATHERV" -> pairs(-1, records[0].root());
            case "SCATTER", "SCATTERV" -> pairs(records[0].root(), -1);
            case "ALLGATHER", "ALLGATHERV", "ALLTOALL", "ALLTOALLV", "ALLTOALLW" -> pairs(-1, -1);
            default -> null;
        };
    }

    private String allSame(Function<CollectiveRecord, long[]> part) {
        long[] first = part.apply(records[0]);
        for (int rank = 1; rank < records.length; rank++) {
            long[] other = part.apply(records[rank]);
            if (!isSame(first, other)) {
                return head("count or type")
                        + ": rank 0: "
                        + described(first)
                        + ", rank "
                        + rank
                        + ": "
                        + described(other);
            }
        }
        return null;
    }

    private static boolean isSame(long[] one, long[] other) {
        boolean same = one.length == other.length;
        for (int i = 0; same && i < one.length; i++) {
            same = TypeSignature.isSame(one[i], other[i]);
        }
        return same;
    }

    private static String described(long[] signatures) {
        return String.join(
                ", ", Arrays.stream(signatures).mapToObj(TypeSignature::describe).toList());
    }

    /** Compares what each of the senders gives each of the receivers; -1 stands for all ranks. */
    private String pairs(int onlySender, int onlyReceiver) {
        for (int from = 0; from < records.length; from++) {
            for (int to = 0; to < records.length; to++) {
                boolean exchanges =
                        (onlySender < 0 || onlySender == from)
                                && (onlyReceiver < 0 || onlyReceiver == to);
                String what = exchanges ? pair(from, to) : null;
                if (what != null) {
                    return what;
                }
            }
        }
        return null;
    }

    private String pair(int from, int to) {
        long[] send = records[from].send();
        long[] receive = records[to].receive();
        boolean told = send.length > 0 && receive.length > 0;
        if (!told || TypeSignature.isSame(at(send, to), at(receive, from))) {
            return null;
        }
        return head("count or type")
                + ": rank "
                + from
                + " sends rank "
                + to
                + " "
                + TypeSignature.describe(at(send, to))
                + ", which expects "
                + TypeSignature.describe(at(receive, from));
    }

    private static long at(long[] signatures, int peer) {
        return signatures[signatures.length == 1 ? 0 : peer];
    }

    /** Ranks that call the same in the same place share a line. */
    private String calls() {
        Map<String, List<Integer>> entries = new LinkedHashMap<>();
        for (int rank = 0; rank < records.length; rank++) {
            entries.computeIfAbsent(records[rank].text(), _ -> new ArrayList<>()).add(rank);
        }
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (Map.Entry<String, List<Integer>> entry : entries.entrySet()) {
            if (shown++ == MOST_ENTRIES) {
                return text.append("\n    and others").toString();
            }
            String ranks = entry.getValue().size() == 1 ? "rank " : "ranks ";
            text.append("\n    ").append(ranks).append(numbers(entry.getValue()));
            text.append(": ").append(entry.getKey());
        }
        return text.toString();
    }

    private static String numbers(List<Integer> ranks) {
        String all = ranks.toString();
        return all.substring(1, all.length() - 1);
    }
}
