package musubi.simulator.scale;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Amounts of memory as the paper prints them: three digits, decimal units. */
final class DecimalBytes {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int STEP = 1000;
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private DecimalBytes() {}

    /** In the largest unit of which it is at least one, for example 1.07 GB. */
    static String print(long bytes) {
        BigDecimal value = new BigDecimal(bytes).round(DIGITS);
        int unit = 0;
        while (unit < UNITS.length - 1 && value.longValue() >= STEP) {
            value = value.movePointLeft(3);
            unit++;
        }
        if (unit > 0) {
            value = value.setScale(2 - (value.precision() - value.scale() - 1));
        }
        return value.toPlainString() + " " + UNITS[unit];
    }
}
