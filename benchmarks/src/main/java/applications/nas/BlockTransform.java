package applications.nas;

/**
 * Discrete Fourier transforms of a number of points, {@link #BLOCK} of them at the same time: the
 * points of all transforms with the same index are a row, so that the loops over a row vectorise.
 * Decimation in frequency in place with radix 2; results are in the order of reversed bits, which
 * storing restores. Rows are arrays of their own: the compiler vectorises a loop over two of them
 * only if their indices are the same.
 */
final class BlockTransform {
    /** Transforms at the same time. */
    static final int BLOCK = 64;

    private final int points;
    private final double[][] re;
    private final double[][] im;
    private final int[] reversed;

    /** Roots of unity: those of 2n points are at n. */
    private final double[] cosines;

    private final double[] sines;

    /**
     * Makes the tables.
     *
     * @param points a power of two
     */
    BlockTransform(int points) {
        this.points = points;
        re = new double[points][BLOCK];
        im = new double[points][BLOCK];
        reversed = new int[points];
        cosines = new double[points];
        sines = new double[points];
        int bits = Integer.numberOfTrailingZeros(points);
        for (int i = 1; i < points; i++) {
            reversed[i] = Integer.reverse(i) >>> Integer.SIZE - bits;
        }
        for (int half = 1; half < points; half *= 2) {
            for (int i = 0; i < half; i++) {
                cosines[half + i] = Math.cos(Math.PI * i / half);
                sines[half + i] = Math.sin(Math.PI * i / half);
            }
        }
    }

    /** Loads row i from the place offsets[i] + base of a field of complex numbers. */
    void load(double[] fieldRe, double[] fieldIm, int[] offsets, int base) {
        for (int i = 0; i < points; i++) {
            System.arraycopy(fieldRe, offsets[i] + base, re[i], 0, BLOCK);
            System.arraycopy(fieldIm, offsets[i] + base, im[i], 0, BLOCK);
        }
    }

    /** Stores row i at the place offsets[i] + base of a field. */
    void store(double[] fieldRe, double[] fieldIm, int[] offsets, int base) {
        for (int i = 0; i < points; i++) {
            System.arraycopy(re[reversed[i]], 0, fieldRe, offsets[i] + base, BLOCK);
            System.arraycopy(im[reversed[i]], 0, fieldIm, offsets[i] + base, BLOCK);
        }
    }

    /** Loads transforms the points of which are next to each other, from a place of a field. */
    void loadTransposed(double[] fieldRe, double[] fieldIm, int base) {
        for (int i = 0; i < BLOCK; i += 4) {
            loadFour(fieldRe, base + i * points, re, i);
            loadFour(fieldIm, base + i * points, im, i);
        }
    }

    /** Four at once, because a row is found for each point. */
    private static void loadFour(double[] field, int base, double[][] rows, int column) {
        int points = rows.length;
        for (int i = 0; i < points; i++) {
            double[] row = rows[i];
            row[column] = field[base + i];
            row[column + 1] = field[base + points + i];
            row[column + 2] = field[base + 2 * points + i];
            row[column + 3] = field[base + 3 * points + i];
        }
    }

    void storeTransposed(double[] fieldRe, double[] fieldIm, int base) {
        for (int i = 0; i < BLOCK; i += 4) {
            storeFour(re, i, reversed, fieldRe, base + i * points);
            storeFour(im, i, reversed, fieldIm, base + i * points);
        }
    }

    private static void storeFour(
            double[][] rows, int column, int[] reversed, double[] field, int base) {
        int points = rows.length;
        for (int i = 0; i < points; i++) {
            double[] row = rows[reversed[i]];
            field[base + i] = row[column];
            field[base + points + i] = row[column + 1];
            field[base + 2 * points + i] = row[column + 2];
            field[base + 3 * points + i] = row[column + 3];
        }
    }

    /**
     * Transforms all rows.
     *
     * @param sign of the exponent: 1 or -1; results are not scaled
     */
    void transform(int sign) {
        for (int half = points / 2; half >= 1; half /= 2) {
            for (int start = 0; start < points; start += 2 * half) {
                transform(start, half, sign);
            }
        }
    }

    private void transform(int start, int half, int sign) {
        for (int i = 0; i < half; i++) {
            int low = start + i;
            int high = low + half;
            double cosine = cosines[half + i];
            double sine = sign * sines[half + i];
            butterfly(re[low], im[low], re[high], im[high], cosine, sine);
        }
    }

    private static void butterfly(
            double[] lowRe,
            double[] lowIm,
            double[] highRe,
            double[] highIm,
            double cosine,
            double sine) {
        for (int i = 0; i < lowRe.length; i++) {
            double xRe = lowRe[i];
            double xIm = lowIm[i];
            double yRe = highRe[i];
            double yIm = highIm[i];
            double differenceRe = xRe - yRe;
            double differenceIm = xIm - yIm;
            lowRe[i] = xRe + yRe;
            lowIm[i] = xIm + yIm;
            highRe[i] = cosine * differenceRe - sine * differenceIm;
            highIm[i] = sine * differenceRe + cosine * differenceIm;
        }
    }
}
