package musubi.check;

import musubi.comm.Communicator;
import musubi.group.ContextId;
import musubi.type.MessageSignature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares the calls of the ranks of a communicator. What has to agree depends on the ranks that
 * exchange data: those of a group, of two groups, or neighbours. MPI-4.1 chapter 6.
 */
abstract class CollectiveComparison {
    private static final int MOST_ENTRIES = 16;

    private final Communicator comm;
    private final CollectiveRecord[] records;

    /**
     * A comparison.
     *
     * @param records what each rank calls; of an intercommunicator those of both groups, in the
     *     order of {@link Communicator#all}
     */
    CollectiveComparison(Communicator comm, CollectiveRecord[] records) {
        this.comm = comm;
        this.records = records;
    }

    /** The disagreement in words; empty if the ranks agree. */
    static String disagreement(Communicator comm, CollectiveRecord[] records) {
        CollectiveComparison comparison = of(comm, records);
        String what =
                comparison.differs("operation", 0, records.length, CollectiveRecord::operation);
        if (what == null) {
            what = comparison.differsInArguments();
        }
        return what == null ? "" : what + comparison.calls();
    }

    private static CollectiveComparison of(Communicator comm, CollectiveRecord[] records) {
        if (comm.isInter()) {
            return new TwoGroupsComparison(comm, records);
        }
        return records[0].edges() == null
                ? new OneGroupComparison(comm, records)
                : new NeighbourComparison(comm, records);
    }

    /** What differs between ranks that call the same operation; null when they agree. */
    abstract String differsInArguments();

    final int size() {
        return records.length;
    }

    final CollectiveRecord record(int place) {
        return records[place];
    }

    final String head(String name) {
        return "the ranks of %s disagree on the %s of a collective call"
                .formatted(ContextId.nameOf(comm.contextId()), name);
    }

    /** What a rank is called: by its place in the group, of two groups by that in the world. */
    final String nameOf(int place) {
        return comm.isInter() ? "world rank " + number(place) : "rank " + place;
    }

    private int number(int place) {
        return comm.isInter() ? comm.all().worldRank(place) : place;
    }

    /** Looks for a rank among these that differs from the first one. */
    final String differs(String name, int from, int to, Function<CollectiveRecord, Object> part) {
        return firstOf(from + 1, to, place -> differ(name, from, place, part));
    }

    /** Describes the difference of two ranks; null if they agree. */
    final String differ(String name, int one, int other, Function<CollectiveRecord, Object> part) {
        Object first = part.apply(records[one]);
        Object second = part.apply(records[other]);
        return first.equals(second) ? null : differ(name, one, first, other, second);
    }

    /** The first text for the places of a range; null if there is none. */
    static String firstOf(int from, int to, IntFunction<String> text) {
        return IntStream.range(from, to)
                .mapToObj(text)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Describes the difference of two ranks. */
    final String differ(String name, int one, Object first, int other, Object second) {
        return "%s: %s: %s, %s: %s"
                .formatted(head(name), nameOf(one), first, nameOf(other), second);
    }

    /** Looks for a rank among these whose signatures differ from those of the first one. */
    final String differsInTypes(
            int from, int to, Function<CollectiveRecord, MessageSignature[]> part) {
        return firstOf(from + 1, to, place -> differInTypes(from, place, part));
    }

    final String differInTypes(
            int one, int other, Function<CollectiveRecord, MessageSignature[]> part) {
        MessageSignature[] first = part.apply(records[one]);
        MessageSignature[] second = part.apply(records[other]);
        return isSame(first, second)
                ? null
                : differ("count or type", one, described(first), other, described(second));
    }

    private static boolean isSame(MessageSignature[] one, MessageSignature[] other) {
        boolean same = one.length == other.length;
        for (int i = 0; same && i < one.length; i++) {
            same = one[i].matches(other[i]);
        }
        return same;
    }

    private static String described(MessageSignature[] signatures) {
        return Arrays.stream(signatures)
                .map(MessageSignature::toString)
                .collect(Collectors.joining(", "));
    }

    /**
     * Compares what one rank sends another one with what that expects.
     *
     * @param block which of the sender's signatures it is, when there are several
     * @param place which of the receiver's it is
     */
    final String pair(int from, int block, int to, int place) {
        MessageSignature[] send = records[from].send();
        MessageSignature[] receive = records[to].receive();
        boolean isKnown = send.length > 0 && receive.length > 0;
        if (!isKnown || at(send, block).matches(at(receive, place))) {
            return null;
        }
        return "%s: %s sends %s %s, which expects %s"
                .formatted(
                        head("count or type"),
                        nameOf(from),
                        nameOf(to),
                        at(send, block),
                        at(receive, place));
    }

    private static MessageSignature at(MessageSignature[] signatures, int block) {
        return signatures[signatures.length == 1 ? 0 : block];
    }

    /** Ranks that call the same in the same place share a line. */
    private String calls() {
        Map<String, List<Integer>> entries = new LinkedHashMap<>();
        for (int place = 0; place < records.length; place++) {
            entries.computeIfAbsent(records[place].text(), _ -> new ArrayList<>())
                    .add(number(place));
        }
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (Map.Entry<String, List<Integer>> entry : entries.entrySet()) {
            if (shown++ == MOST_ENTRIES) {
                return text.append("\n    and others").toString();
            }
            String ranks = entry.getValue().size() == 1 ? "rank " : "ranks ";
            text.append("\n    ").append(comm.isInter() ? "world " : "").append(ranks);
            text.append(numbers(entry.getValue())).append(": ").append(entry.getKey());
        }
        return text.toString();
    }

    private static String numbers(List<Integer> ranks) {
        String all = ranks.toString();
        return all.substring(1, all.length() - 1);
    }
}
