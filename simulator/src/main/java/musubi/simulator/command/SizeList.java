package musubi.simulator.command;

import picocli.CommandLine.TypeConversionException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Message sizes of an option: 1K:4M for powers of two from the first on, or single sizes with
 * commas between.
 *
 * @param bytes in the order given
 */
record SizeList(List<Long> bytes) {
    static SizeList parse(String text) {
        String[] ends = text.split(":", -1);
        if (ends.length == 1) {
            return new SizeList(Arrays.stream(text.split(",")).map(Quantity::bytes).toList());
        }
        long from = Quantity.bytes(ends[0]);
        long to = Quantity.bytes(ends[1]);
        if (ends.length > 2 || from < 1 || from > to) {
            throw new TypeConversionException(
                    ("not a range of sizes: %s; write the smallest, of 1 byte or more, a colon, and"
                                    + " the largest: 1K:4M")
                            .formatted(text));
        }
        List<Long> all = new ArrayList<>();
        for (long bytes = from; bytes <= to; bytes *= 2) {
            all.add(bytes);
        }
        return new SizeList(all);
    }
}
