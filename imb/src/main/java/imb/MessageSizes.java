package imb;

import java.util.ArrayList;
import java.util.List;

/** Lists of message sizes, in bytes. */
final class MessageSizes {
    /** IMB's list: 0, 1, 2, 4 ... 4 MiB. */
    static final String IMB = "0:22";

    private MessageSizes() {}

    /**
     * IMB's {@code -msglog}: 0 and the powers of two from 2^min to 2^max.
     *
     * @param range {@code min:max}, or {@code max} alone for a min of 0
     */
    static List<Integer> ofLogarithms(String range) {
        String[] limits = range.split(":");
        int last = Integer.parseInt(limits[limits.length - 1]);
        int first = limits.length > 1 ? Integer.parseInt(limits[0]) : 0;
        if (limits.length > 2 || first < 0 || first > last || last > 30) {
            throw new IllegalArgumentException(
                    "-msglog requires min:max with 0 <= min <= max <= 30: " + range);
        }
        List<Integer> sizes = new ArrayList<>(List.of(0));
        for (int exponent = first; exponent <= last; exponent++) {
            sizes.add(1 << exponent);
        }
        return sizes;
    }

    /** A list such as {@code 0,8,64K,1M}; K and M stand for 2^10 and 2^20. */
    static List<Integer> ofList(String list) {
        List<Integer> sizes = new ArrayList<>();
        for (String word : list.split(",")) {
            int shift = word.endsWith("K") ? 10 : word.endsWith("M") ? 20 : 0;
            String digits = shift == 0 ? word : word.substring(0, word.length() - 1);
            sizes.add(Math.multiplyExact(Integer.parseInt(digits), 1 << shift));
        }
        return sizes;
    }

    /** A size as {@link #ofList} reads it. */
    static String text(int bytes) {
        if (bytes > 0 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "M";
        }
        return bytes > 0 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : String.valueOf(bytes);
    }
}
