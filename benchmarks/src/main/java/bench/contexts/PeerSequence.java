package bench.contexts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A sequence of peers as text: each line has a number of repetitions, a colon and the peers that
 * are repeated; a line that begins with # is a comment.
 */
final class PeerSequence {
    private static final int LONGEST_PERIOD = 200;
    private static final int LINE_PEERS = 32;

    /** A line of its own should save at least this number of peers. */
    private static final int LEAST_SAVED = 5;

    private PeerSequence() {}

    static int[] parse(List<String> lines) {
        IntStream.Builder sequence = IntStream.builder();
        for (String line : lines) {
            if (!line.startsWith("#")) {
                String[] parts = line.split(": ", 2);
                int[] peers =
                        Arrays.stream(parts[1].split(" ")).mapToInt(Integer::parseInt).toArray();
                for (int i = Integer.parseInt(parts[0]); i > 0; i--) {
                    Arrays.stream(peers).forEach(sequence);
                }
            }
        }
        return sequence.build().toArray();
    }

    /** The sequence without immediate repetitions. */
    static int[] changes(int[] sequence) {
        return IntStream.range(0, sequence.length)
                .filter(i -> i == 0 || sequence[i] != sequence[i - 1])
                .map(i -> sequence[i])
                .toArray();
    }

    static List<String> lines(int[] sequence) {
        List<String> lines = new ArrayList<>();
        int written = 0;
        int at = 0;
        while (at < sequence.length) {
            int period = bestPeriod(sequence, at);
            if (period > 0) {
                addLine(lines, sequence, written, at, 1);
                int times = repetitions(sequence, at, period);
                addLine(lines, sequence, at, at + period, times);
                at += times * period;
                written = at;
            } else {
                at++;
                if (at - written == LINE_PEERS) {
                    addLine(lines, sequence, written, at, 1);
                    written = at;
                }
            }
        }
        addLine(lines, sequence, written, at, 1);
        return lines;
    }

    private static void addLine(List<String> lines, int[] sequence, int from, int to, int times) {
        if (from < to) {
            lines.add(
                    Arrays.stream(sequence, from, to)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(" ", times + ": ", "")));
        }
    }

    /** The period from a place on that saves most; 0 when none saves a line. */
    private static int bestPeriod(int[] sequence, int at) {
        int best = 0;
        int bestSaved = LEAST_SAVED - 1;
        for (int period = 2; period <= LONGEST_PERIOD; period++) {
            int saved = (repetitions(sequence, at, period) - 1) * period;
            if (saved > bestSaved) {
                best = period;
                bestSaved = saved;
            }
        }
        return best;
    }

    private static int repetitions(int[] sequence, int at, int period) {
        int end = at + period;
        while (end < sequence.length && sequence[end] == sequence[end - period]) {
            end++;
        }
        return (Math.min(end, sequence.length) - at) / period;
    }
}
