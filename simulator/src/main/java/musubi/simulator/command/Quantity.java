package musubi.simulator.command;

import picocli.CommandLine.TypeConversionException;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units, in options. */
final class Quantity {
    private static final Pattern NUMBER =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)([A-Za-z]*)");

    private static final Map<String, Double> SECONDS =
            Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9, "ps", 1e-12, "", 1.0);

    private static final Map<String, Double> BYTES =
            Map.of("", 1.0, "K", 1024.0, "M", 0x1p20, "G", 0x1p30);

    private static final Map<String, Double> RATES = Map.of("", 1.0, "K", 1e3, "M", 1e6, "G", 1e9);

    private Quantity() {}

    /** A time: 1.73us, 2ms, 1e-6. */
    static double seconds(String text) {
        return read(text, SECONDS, "a time, such as 1.73us (s, ms, us, ns, ps)");
    }

    /** A size: 4096, 64K, 4M. */
    static long bytes(String text) {
        return Math.round(read(text, BYTES, "a size, such as 4096, 64K or 4M (binary units)"));
    }

    /** Bytes a second: 6.34e9, 6.34G. */
    static double rate(String text) {
        double rate = read(text, RATES, "bytes a second, such as 6.34e9 or 6.34G (decimal units)");
        if (rate == 0) {
            throw new TypeConversionException("a bandwidth of 0 delivers no message: " + text);
        }
        return rate;
    }

    private static double read(String text, Map<String, Double> units, String what) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
            throw new TypeConversionException("not " + what + ": " + text);
        }
        return Double.parseDouble(matcher.group(1)) * units.get(matcher.group(2));
    }
}
