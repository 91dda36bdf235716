package bench;

/**
 * A straight line {@code y = intercept + slope x} through points, by least squares of the relative
 * deviations: each point has the weight 1/y², since the times of small and large messages differ by
 * a factor of thousands and have the same relative error.
 *
 * @param residual root of the mean square of the relative deviations
 */
record LineFit(double intercept, double slope, double residual) {
    /**
     * Fits a line.
     *
     * @param y positive
     */
    static LineFit through(double[] x, double[] y) {
        if (x.length < 2 || x.length != y.length) {
            throw new IllegalArgumentException(
                    "a line requires two points or more: x=" + x.length + " y=" + y.length);
        }
        double w = 0;
        double wx = 0;
        double wy = 0;
        for (int i = 0; i < x.length; i++) {
            double weight = 1 / (y[i] * y[i]);
            w += weight;
            wx += weight * x[i];
            wy += weight * y[i];
        }
        double covariance = 0;
        double variance = 0;
        for (int i = 0; i < x.length; i++) {
            double weight = 1 / (y[i] * y[i]);
            covariance += weight * (x[i] - wx / w) * (y[i] - wy / w);
            variance += weight * (x[i] - wx / w) * (x[i] - wx / w);
        }
        double slope = covariance / variance;
        double intercept = wy / w - slope * wx / w;
        return new LineFit(intercept, slope, residual(x, y, intercept, slope));
    }

    private static double residual(double[] x, double[] y, double intercept, double slope) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            double deviation = (y[i] - intercept - slope * x[i]) / y[i];
            sum += deviation * deviation;
        }
        return Math.sqrt(sum / x.length);
    }
}
