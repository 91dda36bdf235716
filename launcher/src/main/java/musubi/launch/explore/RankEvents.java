package musubi.launch.explore;

import musubi.launch.explore.Decision.Sender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a rank did in a run, in the lines that {@code musubi.replay.MatchOrderLog} has written:
 * which receives from any source could have got another message.
 *
 * <p>The other message is the first of another source that the receive takes and that no earlier
 * match has used. It may have come later, as the receive could have waited for it. It is no
 * candidate if a receive that was started earlier waits for it, or if the program had probed the
 * message that came.
 */
final class RankEvents {
    private static final int ANY = -1;

    private final int rank;
    private final List<Message> arrivals = new ArrayList<>();
    private final Map<Long, Receive> pending = new LinkedHashMap<>();
    private final Set<Message> used = new HashSet<>();
    private final Set<String> probed = new HashSet<>();

    /** The matches of receives with wildcards so far. */
    private final List<String> matches = new ArrayList<>();

    private final List<Choice> choices = new ArrayList<>();

    private record Message(
            int contextId, int source, long number, int from, int tag, int flags, long bytes) {
        static Message of(String[] f) {
            return new Message(
                    Integer.parseInt(f[2]),
                    Integer.parseInt(f[3]),
                    Long.parseLong(f[4]),
                    Integer.parseInt(f[5]),
                    Integer.parseInt(f[6]),
                    Integer.parseInt(f[7]),
                    Long.parseLong(f[8]));
        }

        Sender sender() {
            return new Sender(source, tag);
        }

        String matchedBy(long receive) {
            return "match %d %d %d %d %d %d %d %d"
                    .formatted(receive, contextId, source, number, from, tag, flags, bytes);
        }
    }

    private record Receive(long number, int contextId, int source, int tag, String place) {
        boolean takes(Message message) {
            return contextId == message.contextId
                    && (source == ANY || source == message.source)
                    && (tag == ANY || tag == message.tag);
        }
    }

    /** The state at the match of a receive from any source, for the candidates that come later. */
    private record Choice(
            Receive receive,
            Message got,
            Set<Message> used,
            List<Receive> earlier,
            List<String> matches) {
        boolean permits(Message message) {
            return message.source != got.source
                    && receive.takes(message)
                    && earlier.stream().noneMatch(other -> other.takes(message));
        }
    }

    private RankEvents(int rank) {
        this.rank = rank;
    }

    /** The events of a rank in the directory of a run; none if it has written none. */
    static RankEvents read(Path run, int rank) throws IOException {
        RankEvents events = new RankEvents(rank);
        Path file = run.resolve("events-" + rank);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                events.add(line);
            }
        }
        return events;
    }

    private void add(String line) {
        String[] f = line.split(" ", 9);
        switch (f[0]) {
            case "post" -> post(line.split(" ", 6));
            case "arrive" -> arrivals.add(Message.of(f));
            case "match" -> match(Long.parseLong(f[1]), Message.of(f), line);
            case "cancel" -> pending.remove(Long.parseLong(f[1]));
            case "probe" -> probed.add(f[1] + " " + f[2]);
            default -> {
                // The last line of a rank that was killed may be incomplete.
            }
        }
    }

    private void post(String[] f) {
        long number = Long.parseLong(f[1]);
        int contextId = Integer.parseInt(f[2]);
        int source = Integer.parseInt(f[3]);
        int tag = Integer.parseInt(f[4]);
        pending.put(number, new Receive(number, contextId, source, tag, f[5]));
    }

    private void match(long number, Message got, String line) {
        Receive receive = pending.remove(number);
        boolean isWild = receive != null && (receive.source == ANY || receive.tag == ANY);
        if (isWild && receive.source == ANY && !probed.contains(got.source + " " + got.number)) {
            List<Receive> earlier =
                    pending.values().stream().filter(other -> other.number < number).toList();
            choices.add(new Choice(receive, got, Set.copyOf(used), earlier, List.copyOf(matches)));
        }
        used.add(got);
        if (isWild) {
            matches.add(line);
        }
    }

    /** The matches of receives with wildcards, in their order. */
    List<String> matches() {
        return matches;
    }

    /** The decisions that the rank could have made in another way. */
    List<Decision> decisions() {
        List<Decision> decisions = new ArrayList<>();
        for (Choice choice : choices) {
            Map<Integer, Message> first = new HashMap<>();
            for (Message message : arrivals) {
                if (!choice.used.contains(message) && choice.permits(message)) {
                    first.putIfAbsent(message.source, message);
                }
            }
            first.forEach((_, other) -> decisions.add(decision(choice, other)));
        }
        return decisions;
    }

    private Decision decision(Choice choice, Message other) {
        List<String> forced = new ArrayList<>(choice.matches);
        forced.add(other.matchedBy(choice.receive.number));
        return new Decision(
                rank,
                choice.receive.place,
                choice.got.sender(),
                other.sender(),
                List.copyOf(forced));
    }
}
