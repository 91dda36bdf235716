package musubi.launch.output;

import musubi.launch.hosts.RankRange;

import java.util.concurrent.TimeUnit;

/**
 * A process that writes output, for prefixes and names of files.
 *
 * @param ranks its ranks
 * @param pid its process id
 * @param node the host on which it runs
 */
record StreamOwner(RankRange ranks, long pid, Node node) {
    /**
     * A host of the job.
     *
     * @param number its index
     * @param job the name of the job
     * @param size the number of ranks of the job
     * @param startNs the start of the job, by {@link System#nanoTime}
     */
    record Node(String host, int number, String job, int size, long startNs) {}

    /** A pattern with these values; its placeholders are known. */
    String expand(String pattern) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' && i + 1 < pattern.length()) {
                text.append(value(pattern.charAt(++i)));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private Object value(char placeholder) {
        return switch (placeholder) {
            case 'r' -> ranks;
            case 'R' -> padded();
            case 'g' -> 0;
            case 'p' -> node.number();
            case 'h' -> node.host();
            case 't' -> TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - node.startNs());
            case 'n' -> node.size();
            default -> placeholder;
        };
    }

    /** The rank with zeros in front, so that names of files sort by rank. */
    private String padded() {
        int digits = Integer.toString(node.size() - 1).length();
        return "0".repeat(Math.max(0, digits - ranks.toString().length())) + ranks;
    }
}
