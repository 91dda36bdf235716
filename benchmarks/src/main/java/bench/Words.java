package bench;

import java.util.Arrays;

/** The arguments of a program: options with a value, and flags. */
record Words(String... words) {
    boolean has(String flag) {
        return Arrays.asList(words).contains(flag);
    }

    String text(String option, String otherwise) {
        int at = Arrays.asList(words).indexOf(option);
        return at < 0 ? otherwise : words[at + 1];
    }

    double number(String option, double otherwise) {
        return Double.parseDouble(text(option, String.valueOf(otherwise)));
    }

    String[] names(String option, String otherwise) {
        return text(option, otherwise).split(",");
    }

    /** Sizes in bytes, as {@code 8,64K,1M}. */
    int[] sizes(String option, String otherwise) {
        return Arrays.stream(names(option, otherwise)).mapToInt(Words::bytes).toArray();
    }

    private static int bytes(String text) {
        int shift = text.endsWith("K") ? 10 : text.endsWith("M") ? 20 : 0;
        return Integer.parseInt(text.replaceFirst("[KM]$", "")) << shift;
    }
}
