package musubi.bootstrap.pmi;

import musubi.bootstrap.Stall;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The encoding of a {@link Stall} as a line of PMI, an extension of Musubi.
 *
 * <pre>
 *   rank:     cmd=stalled stall=1 sent=.. received=.. waits=1 call0=.. place0=.. words0=..
 *                 ranks0=1-5,7 one0=0 release0=CALL notes=1 note0=..
 *                 collective=2-3 counts=1:7:9,2:4:0
 *   mpiexec:  cmd=still_stalled question=1
 *   rank:     cmd=confirmed stall=1 question=1, or cmd=moved
 * </pre>
 */
public final class StallLine {
    /** Command of a rank: a stall. */
    public static final String STALLED = "stalled";

    /** Command of a rank: the end of a stall. */
    public static final String RESUMED = "moved";

    /** Command of mpiexec: a probe. */
    public static final String PROBE = "still_stalled";

    /** Command of a rank: the confirmation of a probe. */
    public static final String CONFIRMED = "confirmed";

    private static final int MAX_TEXT_LENGTH = 600;
    private static final int MAX_WAITS = 4;
    private static final int MAX_NOTES = 8;
    private static final int MAX_RUNS = 500;
    private static final int MAX_PEERS = 1000;

    private StallLine() {}

    /** The line of a stall, with texts and lists truncated to the limits of PMI. */
    public static PmiLine of(Stall stall) {
        int waits = Math.min(stall.waits().size(), MAX_WAITS);
        int notes = Math.min(stall.notes().size(), MAX_NOTES);
        PmiLine line =
                PmiLine.command(STALLED)
                        .with("stall", stall.number())
                        .with("sent", Long.toString(stall.sent()))
                        .with("received", Long.toString(stall.received()))
                        .with("waits", waits)
                        .with("notes", notes);
        for (int i = 0; i < waits; i++) {
            Stall.Wait wait = stall.waits().get(i);
            line.withText("call" + i, cut(wait.call()))
                    .withText("place" + i, cut(wait.location()))
                    .withText("words" + i, cut(wait.description()))
                    .with("ranks" + i, join(wait.ranks()))
                    .with("one" + i, wait.anySuffices() ? 1 : 0)
                    .with("release" + i, release(wait).name());
        }
        for (int i = 0; i < notes; i++) {
            line.withText("note" + i, cut(stall.notes().get(i)));
        }
        if (isComplete(stall)) {
            line.with("collective", join(stall.traffic().collectivePeers()))
                    .with(
                            "counts",
                            stall.traffic().counts().stream()
                                    .map(c -> c.rank() + ":" + c.sent() + ":" + c.received())
                                    .collect(Collectors.joining(",")));
        }
        return line;
    }

    /** Whether nothing that a deadlock of some ranks is decided by has to be truncated. */
    private static boolean isComplete(Stall stall) {
        return stall.traffic() != null
                && stall.waits().size() <= MAX_WAITS
                && stall.traffic().counts().size() <= MAX_PEERS
                && runs(stall.traffic().collectivePeers()).size() <= MAX_RUNS;
    }

    private static Stall.Release release(Stall.Wait wait) {
        return runs(wait.ranks()).size() <= MAX_RUNS ? wait.release() : Stall.Release.UNKNOWN;
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "...";
    }

    private static String join(List<Integer> ranks) {
        return runs(ranks).stream().limit(MAX_RUNS).collect(Collectors.joining(","));
    }

    private static List<String> runs(List<Integer> ascending) {
        List<String> runs = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= ascending.size(); i++) {
            if (i == ascending.size() || ascending.get(i) != ascending.get(i - 1) + 1) {
                runs.add(ascending.get(first) + "-" + ascending.get(i - 1));
                first = i;
            }
        }
        return runs;
    }

    /** The stall in a line; null if it is malformed. */
    public static Stall parse(PmiLine line) {
        try {
            List<Stall.Wait> waits = new ArrayList<>();
            for (int i = 0; i < line.number("waits", 0); i++) {
                waits.add(
                        new Stall.Wait(
                                line.text("call" + i),
                                line.text("place" + i),
                                line.text("words" + i),
                                split(line.value("ranks" + i)),
                                line.number("one" + i, 0) == 1,
                                Stall.Release.valueOf(String.valueOf(line.value("release" + i)))));
            }
            List<String> notes = new ArrayList<>();
            for (int i = 0; i < line.number("notes", 0); i++) {
                notes.add(line.text("note" + i));
            }
            long sent = Long.parseLong(String.valueOf(line.value("sent")));
            long received = Long.parseLong(String.valueOf(line.value("received")));
            int number = line.number("stall", 0);
            Stall stall = new Stall(number, sent, received, waits, notes, traffic(line));
            return waits.isEmpty() ? null : stall;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    private static Stall.Traffic traffic(PmiLine line) {
        String counts = line.value("counts");
        if (counts == null) {
            return null;
        }
        List<Stall.PeerCounts> peers = new ArrayList<>();
        for (String peer : counts.isEmpty() ? new String[0] : counts.split(",")) {
            String[] parts = peer.split(":");
            peers.add(
                    new Stall.PeerCounts(
                            Integer.parseInt(parts[0]),
                            Long.parseLong(parts[1]),
                            Long.parseLong(parts[2])));
        }
        return new Stall.Traffic(split(line.value("collective")), peers);
    }

    private static List<Integer> split(String ranks) {
        return ranks == null || ranks.isEmpty()
                ? List.of()
                : Stream.of(ranks.split(",")).flatMapToInt(StallLine::run).boxed().toList();
    }

    private static IntStream run(String run) {
        int dash = run.indexOf('-');
        return IntStream.rangeClosed(
                Integer.parseInt(run.substring(0, dash)),
                Integer.parseInt(run.substring(dash + 1)));
    }
}
