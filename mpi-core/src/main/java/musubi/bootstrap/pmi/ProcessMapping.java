package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.List;

/**
 * The placement of ranks in the syntax of PMI-1: {@code (vector,(X,Y,Z),...)} places Z consecutive
 * ranks on each of the nodes X to X+Y-1, continues with the next triple, and repeats from the first
 * while ranks remain.
 *
 * <p>Thread rule: immutable.
 */
record ProcessMapping(List<int[]> blocks, int size) {
    /**
     * Reads a mapping.
     *
     * @param text the value of PMI_process_mapping; empty for one rank per node
     * @param size the number of ranks
     */
    static ProcessMapping parse(String text, int size) {
        List<int[]> blocks = new ArrayList<>();
        int at = text.indexOf('(', 1);
        while (at >= 0) {
            int end = text.indexOf(')', at);
            String[] numbers = end < 0 ? new String[0] : text.substring(at + 1, end).split(",", 4);
            blocks.add(block(text, numbers));
            at = text.indexOf('(', end);
        }
        if (blocks.isEmpty()) {
            blocks.add(new int[] {0, size, 1});
        }
        return new ProcessMapping(blocks, size);
    }

    private static int[] block(String text, String[] numbers) {
        try {
            int[] block = new int[3];
            for (int i = 0; i < 3; i++) {
                block[i] = Integer.parseInt(numbers[i].strip());
            }
            if (numbers.length == 3 && block[1] > 0 && block[2] > 0) {
                return block;
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static MpiFailure malformed(String text, Exception cause) {
        return new MpiFailure(ErrorClass.OTHER, "malformed mapping of the process manager", cause)
                .with("PMI_process_mapping", text);
    }

    /** The index of a rank among the ranks of its node, and their number. */
    int[] localRankAndSize(int rank) {
        int node = nodeOf(rank);
        int place = 0;
        int count = 0;
        for (int other = 0; other < size; other++) {
            if (nodeOf(other) == node) {
                place += other < rank ? 1 : 0;
                count++;
            }
        }
        return new int[] {place, count};
    }

    /** The node of a rank. */
    int nodeOf(int rank) {
        int total = 0;
        for (int[] block : blocks) {
            total += block[1] * block[2];
        }
        int left = rank % total;
        for (int[] block : blocks) {
            int ranks = block[1] * block[2];
            if (left < ranks) {
                return block[0] + left / block[2];
            }
            left -= ranks;
        }
        throw new IllegalStateException("rank=" + rank + " is beyond its own remainder");
    }
}
