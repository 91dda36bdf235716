/* Clusters points by Lloyd's algorithm. The points are divided into blocks; each iteration assigns
 * them to the nearest centroid, and reduces the sums and numbers of points of all clusters to all
 * ranks, which compute the next centroids. -points, -clusters, -dimensions and -iterations. The
 * points lie in cubes around the nodes of a lattice. Verified: the centroids have reached the
 * nodes, within the error of a mean (which takes at least five iterations), and the sum of squared
 * distances, which is the value, agrees with the squares of the points. */
#include "application.h"
#include "blocks.h"
#include "splitmix64.h"
#include <float.h>
#include <math.h>

#define SPREAD 0.6      /* the edge of the cubes; the distance of the nodes is 1 */
#define TILE 512        /* points that are assigned together: they remain in the nearest cache */
#define TOLERANCE 1e-10

const char *const name = "kmeans";
static int points, clusters, dimensions, iterations;
static int first, count;            /* the points of this rank */
static double **coordinates;        /* by dimension and point: loops use adjacent elements */
static double *centroids;
static double *assigned;            /* the centroids to which the points were assigned */
static double *distance, *smallest;
static int *nearest;

/* The sum of coordinates by cluster and dimension, the numbers of points, and the cost. */
static double *sums, *totals;
static int values, length;          /* the number of sums of coordinates, and of all sums */

/* The node of a cluster: the digits of its number. */
static double node(int cluster, int dimension) {
    int base = 1, rest = cluster;
    while (pow(base, dimensions) < clusters) base++;
    for (int i = 0; i < dimension; i++) rest /= base;
    return rest % base;
}

static double coordinate(int point, int dimension) {
    double random = splitmix64_uniform((int64_t)point * dimensions + dimension);
    return node(point % clusters, dimension) + SPREAD * (random - 0.5);
}

void prepare(void) {
    points = number_option("-points", 100000);
    clusters = number_option("-clusters", 16);
    dimensions = number_option("-dimensions", 8);
    iterations = number_option("-iterations", 20);
    if (clusters > points) stop("-clusters is at most -points");
    first = block_start(points, size, rank);
    count = block_size(points, size, rank);
    values = clusters * dimensions;
    length = values + clusters + 1;
    coordinates = allocate((size_t)dimensions, sizeof *coordinates);
    centroids = allocate((size_t)values, sizeof *centroids);
    for (int dimension = 0; dimension < dimensions; dimension++) {
        double *axis = coordinates[dimension] = allocate((size_t)count, sizeof *axis);
        for (int i = 0; i < count; i++) axis[i] = coordinate(first + i, dimension);
        for (int cluster = 0; cluster < clusters; cluster++) {
            centroids[cluster * dimensions + dimension] = coordinate(cluster, dimension);
        }
    }
    assigned = allocate((size_t)values, sizeof *assigned);
    distance = allocate((size_t)count, sizeof *distance);
    smallest = allocate((size_t)count, sizeof *smallest);
    nearest = allocate((size_t)count, sizeof *nearest);
    sums = allocate((size_t)length, sizeof *sums);
    totals = allocate((size_t)length, sizeof *totals);
}

static void add_squares(double *restrict squares, const double *restrict axis, double center,
                        int start, int end) {
    for (int i = start; i < end; i++) {
        double difference = axis[i] - center;
        squares[i] += difference * difference;
    }
}

static void choose(int cluster, int start, int end) {
    for (int i = start; i < end; i++) {
        if (distance[i] < smallest[i]) {
            smallest[i] = distance[i];
            nearest[i] = cluster;
        }
    }
}

/* Assigns some points to the nearest centroid. */
static void assign(int start, int end) {
    for (int i = start; i < end; i++) smallest[i] = DBL_MAX;
    for (int cluster = 0; cluster < clusters; cluster++) {
        memset(distance + start, 0, (size_t)(end - start) * sizeof *distance);
        for (int dimension = 0; dimension < dimensions; dimension++) {
            double center = centroids[cluster * dimensions + dimension];
            add_squares(distance, coordinates[dimension], center, start, end);
        }
        choose(cluster, start, end);
    }
}

/* Adds some points to the sums of their clusters. */
static void add(int start, int end) {
    for (int dimension = 0; dimension < dimensions; dimension++) {
        const double *axis = coordinates[dimension];
        for (int i = start; i < end; i++) sums[nearest[i] * dimensions + dimension] += axis[i];
    }
    double cost = 0;
    for (int i = start; i < end; i++) {
        sums[values + nearest[i]]++;
        cost += smallest[i];
    }
    sums[length - 1] += cost;
}

/* Moves the centroids to the means of their points. */
static void move(void) {
    memcpy(assigned, centroids, (size_t)values * sizeof *assigned);
    for (int cluster = 0; cluster < clusters; cluster++) {
        double number = totals[values + cluster];
        for (int i = cluster * dimensions; i < (cluster + 1) * dimensions; i++) {
            /* A cluster without points remains where it is. */
            if (number != 0) centroids[i] = totals[i] / number;
        }
    }
}

void compute(void) {
    for (int i = 0; i < iterations; i++) {
        memset(sums, 0, (size_t)length * sizeof *sums);
        for (int start = 0; start < count; start += TILE) {
            int end = start + TILE < count ? start + TILE : count;
            assign(start, end);
            add(start, end);
        }
        MPI_Allreduce(sums, totals, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        move();
    }
}

void verify(double *value, bool *correct) {
    double square = 0, total_square;
    for (int dimension = 0; dimension < dimensions; dimension++) {
        const double *axis = coordinates[dimension];
        for (int i = 0; i < count; i++) square += axis[i] * axis[i];
    }
    MPI_Allreduce(&square, &total_square, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    /* Six standard deviations of the mean of the coordinates of a cluster. */
    double tolerance = 6 * SPREAD / sqrt(12.0 * (points / clusters));
    /* The sum of |x - c|^2 is that of |x|^2 - 2 x c + |c|^2. */
    double expected = total_square;
    int wrong = 0;
    for (int i = 0; i < values; i++) {
        double center = assigned[i], number = totals[values + i / dimensions];
        expected += center * center * number - 2 * center * totals[i];
        double error = fabs(centroids[i] - node(i / dimensions, i % dimensions));
        if (!(error <= tolerance)) wrong++;     /* NaN too */
    }
    double cost = totals[length - 1];
    *value = cost;
    *correct = fabs(cost - expected) <= TOLERANCE * total_square && wrong == 0;
}
