package musubi.conformance.soak;

/**
 * Options of the soak program.
 *
 * @param seconds how long the ranks exchange messages
 * @param seed of the random choices
 * @param maxBytes largest payload
 * @param everySeconds time between two samples of what the ranks use
 * @param growthPercent largest growth that is no failure; infinite without the option, because
 *     caches, heap and compilers grow in the first minutes
 */
record SoakOptions(long seconds, long seed, int maxBytes, long everySeconds, double growthPercent) {
    /** How to call the program. */
    static final String USAGE =
            "usage: Soak [--seconds N] [--seed N] [--bytes N] [--every SECONDS] [--growth PERCENT]";

    private static final long SECONDS = 60;
    private static final int MAX_BYTES = 1 << 20;
    private static final long EVERY_SECONDS = 10;

    /**
     * Reads the words of a command line.
     *
     * @param randomSeed the seed unless the words have one
     * @throws IllegalArgumentException if a word is unknown or has no number
     */
    static SoakOptions parse(String[] words, long randomSeed) {
        long seconds = SECONDS;
        long seed = randomSeed;
        long bytes = MAX_BYTES;
        long every = EVERY_SECONDS;
        double growth = Double.POSITIVE_INFINITY;
        for (int i = 0; i < words.length; i += 2) {
            String value = i + 1 < words.length ? words[i + 1] : "";
            switch (words[i]) {
                case "--seconds" -> seconds = number(words[i], value);
                case "--seed" -> seed = number(words[i], value);
                case "--bytes" -> bytes = number(words[i], value);
                case "--every" -> every = Math.max(1, number(words[i], value));
                case "--growth" -> growth = number(words[i], value);
                default ->
                        throw new IllegalArgumentException(
                                "unknown option: " + words[i] + "\n" + USAGE);
            }
        }
        if (bytes < 1 || bytes > Integer.MAX_VALUE / 2) {
            throw new IllegalArgumentException(
                    "--bytes " + bytes + " is not from 1 to " + Integer.MAX_VALUE / 2);
        }
        return new SoakOptions(seconds, seed, (int) bytes, every, growth);
    }

    private static long number(String option, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s needs a number, found '%s'%n%s".formatted(option, value, USAGE), e);
        }
    }
}
