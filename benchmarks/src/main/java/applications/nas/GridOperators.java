package applications.nas;

/**
 * The operators of MG, each of them a symmetric stencil of 27 points. A sum over the neighbours of
 * a line is made for all points of the line first, so that neighbours along x take it from there.
 */
final class GridOperators {
    /** The matrix: the centre, edges and corners; faces have no part. */
    private static final double CENTRE = -8.0 / 3;

    private static final double EDGE = 1.0 / 6;
    private static final double CORNER = 1.0 / 12;

    /** The smoother: the centre, faces and edges; corners have no part. */
    private final double smoothCentre;

    private final double smoothFace;
    private final double smoothEdge;

    /** Sums over the nearest four lines and over the next four, and what points along x take. */
    private final double[] near;

    private final double[] far;
    private final double[] along;

    /** For each point, what its neighbours along x take. */
    private final double[] left;

    private final double[] right;

    /**
     * Takes the smoother.
     *
     * @param smoother the coefficients of the centre, faces and edges
     * @param longest points of a line at most, with the layers
     */
    GridOperators(double[] smoother, int longest) {
        smoothCentre = smoother[0];
        smoothFace = smoother[1];
        smoothEdge = smoother[2];
        near = new double[longest];
        far = new double[longest];
        along = new double[longest];
        left = new double[longest];
        right = new double[longest];
    }

    /** R = v - matrix u; r and v may be the same. */
    void residual(Grid u, Grid v, Grid r) {
        for (int z = 1; z < u.nz - 1; z++) {
            for (int y = 1; y < u.ny - 1; y++) {
                int at = z * u.ny + y;
                sumNeighbours(u.lines, at, u.ny, u.nx);
                combine(EDGE, near, CORNER, far, u.nx);
                residual(u.lines[at], far, v.lines[at], r.lines[at]);
                shiftAlong(u.nx);
                subtractShifted(r.lines[at]);
            }
        }
    }

    /** U += smoother r. */
    void smooth(Grid r, Grid u) {
        for (int z = 1; z < r.nz - 1; z++) {
            for (int y = 1; y < r.ny - 1; y++) {
                int at = z * r.ny + y;
                sumNeighbours(r.lines, at, r.ny, r.nx);
                combine(smoothFace, r.lines[at], smoothEdge, near, r.nx);
                smooth(r.lines[at], u.lines[at]);
                shiftAlong(r.nx);
                addShifted(u.lines[at]);
            }
        }
    }

    /** The coarse grid takes weighted means of the fine one. */
    void restrict(Grid fine, Grid coarse) {
        for (int z = 1; z < coarse.nz - 1; z++) {
            for (int y = 1; y < coarse.ny - 1; y++) {
                int at = 2 * z * fine.ny + 2 * y;
                sumNeighbours(fine.lines, at, fine.ny, fine.nx);
                weigh(fine.lines[at], fine.nx);
                restrict(coarse.lines[z * coarse.ny + y]);
            }
        }
    }

    /** Fine += interpolated coarse, the layers too. */
    void interpolate(Grid coarse, Grid fine) {
        double[][] from = coarse.lines;
        double[][] to = fine.lines;
        for (int z = 0; z < coarse.nz - 1; z++) {
            for (int y = 0; y < coarse.ny - 1; y++) {
                int at = z * coarse.ny + y;
                int finer = 2 * z * fine.ny + 2 * y;
                double[] here = from[at];
                int nextZ = at + coarse.ny;
                interpolate(here, here.length, 1, to[finer]);
                sum(here, from[at + 1], near);
                interpolate(near, here.length, 0.5, to[finer + 1]);
                sum(here, from[nextZ], far);
                interpolate(far, here.length, 0.5, to[finer + fine.ny]);
                sum(near, from[nextZ], from[nextZ + 1], here.length, far);
                interpolate(far, here.length, 0.25, to[finer + fine.ny + 1]);
            }
        }
    }

    private void sumNeighbours(double[][] lines, int at, int stride, int length) {
        sum(lines[at - 1], lines[at + 1], lines[at - stride], lines[at + stride], length, near);
        int below = at - stride;
        int above = at + stride;
        sum(lines[below - 1], lines[below + 1], lines[above - 1], lines[above + 1], length, far);
    }

    private static void sum(
            double[] first,
            double[] second,
            double[] third,
            double[] fourth,
            int length,
            double[] sum) {
        for (int x = 0; x < length; x++) {
            sum[x] = first[x] + second[x] + third[x] + fourth[x];
        }
    }

    private static void sum(
            double[] first, double[] second, double[] third, int length, double[] sum) {
        for (int x = 0; x < length; x++) {
            sum[x] = first[x] + second[x] + third[x];
        }
    }

    private static void sum(double[] first, double[] second, double[] sum) {
        for (int x = 0; x < first.length; x++) {
            sum[x] = first[x] + second[x];
        }
    }

    private void combine(
            double factor, double[] line, double otherFactor, double[] other, int length) {
        double[] along = this.along;
        for (int x = 0; x < length; x++) {
            along[x] = factor * line[x] + otherFactor * other[x];
        }
    }

    private static void residual(double[] u, double[] far, double[] v, double[] r) {
        for (int x = 1; x < r.length - 1; x++) {
            r[x] = v[x] - CENTRE * u[x] - EDGE * far[x];
        }
    }

    private void smooth(double[] r, double[] u) {
        double[] near = this.near;
        double[] far = this.far;
        double centre = smoothCentre;
        double face = smoothFace;
        double edge = smoothEdge;
        for (int x = 1; x < u.length - 1; x++) {
            u[x] += centre * r[x] + face * near[x] + edge * far[x];
        }
    }

    private void shiftAlong(int length) {
        System.arraycopy(along, 0, left, 1, length - 1);
        System.arraycopy(along, 1, right, 0, length - 1);
    }

    private void addShifted(double[] line) {
        double[] left = this.left;
        double[] right = this.right;
        for (int x = 1; x < line.length - 1; x++) {
            line[x] += left[x] + right[x];
        }
    }

    private void subtractShifted(double[] line) {
        double[] left = this.left;
        double[] right = this.right;
        for (int x = 1; x < line.length - 1; x++) {
            line[x] -= left[x] + right[x];
        }
    }

    private void weigh(double[] centre, int length) {
        double[] near = this.near;
        double[] far = this.far;
        double[] along = this.along;
        for (int x = 0; x < length; x++) {
            along[x] = 0.5 * centre[x] + 0.25 * near[x] + 0.125 * far[x];
        }
    }

    private void restrict(double[] coarse) {
        double[] along = this.along;
        for (int x = 1; x < coarse.length - 1; x++) {
            coarse[x] = along[2 * x] + 0.5 * (along[2 * x - 1] + along[2 * x + 1]);
        }
    }

    private static void interpolate(double[] sum, int length, double factor, double[] fine) {
        double half = 0.5 * factor;
        for (int x = 0; x < length - 1; x++) {
            fine[2 * x] += factor * sum[x];
            fine[2 * x + 1] += half * (sum[x] + sum[x + 1]);
        }
    }
}
