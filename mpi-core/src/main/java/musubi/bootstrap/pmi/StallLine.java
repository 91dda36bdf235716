package musubi.bootstrap.pmi;

import musubi.bootstrap.Stall;

import java.util.ArrayList;
import java.util.List;

/**
 * A {@link Stall} as a line of PMI, an extension that Musubi's mpiexec knows.
 *
 * <pre>
 *   rank:     cmd=stalled stall=1 sent=.. received=.. waits=1 call0=.. place0=.. words0=..
 *                 ranks0=1,2 one0=0 notes=1 note0=..
 *   mpiexec:  cmd=still_stalled question=1
 *   rank:     cmd=confirmed stall=1 question=1, or cmd=moved
 * </pre>
 */
public final class StallLine {
    public static final String STALLED = "stalled";
    public static final String RESUMED = "moved";
    public static final String PROBE = "still_stalled";
    public static final String CONFIRMED = "confirmed";

    private static final int LONGEST_TEXT = 600;
    private static final int MOST_WAITS = 4;
    private static final int MOST_NOTES = 8;
    private static final int MOST_RANKS = 1000;

    private StallLine() {}

    /** The line of a stall; long texts and lists are cut, so that it fits a line of PMI. */
    public static PmiLine of(Stall stall) {
        int waits = Math.min(stall.waits().size(), MOST_WAITS);
        int notes = Math.min(stall.notes().size(), MOST_NOTES);
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
                    .with("ranks" + i, joined(wait.ranks()))
                    .with("one" + i, wait.anySuffices() ? 1 : 0);
        }
        for (int i = 0; i < notes; i++) {
            line.withText("note" + i, cut(stall.notes().get(i)));
        }
        return line;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }

    private static String joined(List<Integer> ranks) {
        StringBuilder text = new StringBuilder();
        for (int rank : ranks.subList(0, Math.min(ranks.size(), MOST_RANKS))) {
            text.append(text.isEmpty() ? "" : ",").append(rank);
        }
        return text.toString();
    }

    /** The stall that a line tells of; null when it makes no sense. */
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
        List<Integer> numbers = new ArrayList<>();
        if (ranks != null && !ranks.isEmpty()) {
            for (String rank : ranks.split(",")) {
                numbers.add(Integer.parseInt(rank));
            }
        }
        return numbers;
    }
}
