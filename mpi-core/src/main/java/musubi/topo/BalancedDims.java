package musubi.topo;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;

/**
 * Divides ranks among the dimensions of a grid as evenly as possible. MPI-4.1 section 8.5.2.
 *
 * <p>Of all products with the given number of factors it takes the one whose largest factor is
 * smallest, among those the one whose second largest is, and so on. Up to 71 ranks in up to 4
 * dimensions Open MPI's rule, which assigns each prime factor, the largest first, to the smallest
 * dimension, finds the same; of 72 it makes 12 x 6 where this makes 9 x 8.
 */
public final class BalancedDims {
    private BalancedDims() {}

    /**
     * Sets the entries that are 0, in non-increasing order; the others stay.
     *
     * @param dims is changed
     * @throws MpiFailure of class DIMS when the product cannot become the number of ranks, of class
     *     ARG when there is no array
     */
    public static void fill(int ranks, int[] dims) {
        if (dims == null) {
            throw new MpiFailure(ErrorClass.ARG, "the array of dimensions is null");
        }
        if (ranks < 1) {
            throw new MpiFailure(ErrorClass.DIMS, "a grid has at least 1 rank")
                    .with("nnodes", ranks);
        }
        int free = 0;
        long product = 1;
        for (int dim : dims) {
            free += dim == 0 ? 1 : 0;
            product = Math.min(dim == 0 ? product : product * dim, Integer.MAX_VALUE + 1L);
            if (dim < 0) {
                throw impossible(ranks, dims, "a dimension must not be negative");
            }
        }
        if (ranks % product != 0 || free == 0 && product != ranks) {
            throw impossible(ranks, dims, "the dimensions given do not divide the number of ranks");
        }
        if (free > 0) {
            int[] factors = new int[free];
            factor((int) (ranks / product), factors, 0);
            for (int d = 0, next = 0; d < dims.length; d++) {
                dims[d] = dims[d] == 0 ? factors[next++] : dims[d];
            }
        }
    }

    private static MpiFailure impossible(int ranks, int[] dims, String why) {
        return new MpiFailure(ErrorClass.DIMS, why)
                .with("nnodes", ranks, "dims", Arrays.toString(dims));
    }

    /** Fills the factors from an index on, none larger than the one before; false if impossible. */
    private static boolean factor(int number, int[] factors, int from) {
        int limit = from == 0 ? number : Math.min(number, factors[from - 1]);
        int left = factors.length - from;
        if (left == 1) {
            factors[from] = number;
            return number <= limit;
        }
        int smallest = Math.max(largestPrime(number), root(number, left));
        for (int candidate = smallest; candidate <= limit; candidate++) {
            if (number % candidate == 0) {
                factors[from] = candidate;
                if (factor(number / candidate, factors, from + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** No factor can be smaller; 1 for 1. */
    private static int largestPrime(int number) {
        int rest = number;
        int largest = 1;
        for (int p = 2; (long) p * p <= rest; p++) {
            while (rest % p == 0) {
                rest /= p;
                largest = p;
            }
        }
        return rest > 1 ? rest : largest;
    }

    /** The smallest number whose power is not below the given one; no largest factor is smaller. */
    private static int root(int number, int power) {
        int root = (int) Math.max(1, Math.pow(number, 1.0 / power) - 1);
        while (Math.pow(root, power) < number) {
            root++;
        }
        return root;
    }
}
