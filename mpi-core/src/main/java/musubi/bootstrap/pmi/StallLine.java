package musubi.bootstrap.pmi;

import musubi.bootstrap.Stall;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The encoding of a {@link Stall} as a line of PMI, an extension of Musubi.
 *
 * <pre>
 *   rank:     cmd=stalled stall=1 sent=.. received=.. waits=1 call0=.. place0=.. words0=..
 *                 ranks0=1,2 one0=0 notes=1 note0=..
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
    private static final int MAX_RANKS = 1000;

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
                    .with("one" + i, wait.anySuffices() ? 1 : 0);
        }
        for (int i = 0; i < notes; i++) {
            line.withText("note" + i, cut(stall.notes().get(i)));
        }
        return line;
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "...";
    }

    private static String join(List<Integer> ranks) {
        return ranks.stream()
                .limit(MAX_RANKS)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
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
                                line.number("one" + i, 0) == 1));
            }
            List<String> notes = new ArrayList<>();
            for (int i = 0; i < line.number("notes", 0); i++) {
                notes.add(line.text("note" + i));
            }
            long sent = Long.parseLong(String.valueOf(line.value("sent")));
            long received = Long.parseLong(String.valueOf(line.value("received")));
            Stall stall = new Stall(line.number("stall", 0), sent, received, waits, notes);
            return waits.isEmpty() ? null : stall;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static List<Integer> split(String ranks) {
        return ranks == null || ranks.isEmpty()
                ? List.of()
                : Stream.of(ranks.split(",")).map(Integer::valueOf).toList();
    }
}
