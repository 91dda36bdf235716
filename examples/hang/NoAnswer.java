import mpi.MPI;
import mpi.Request;

/**
 * Rank 0 hands out ranges of numbers, in rounds, and the others count the primes among them. The
 * program hangs, but it is no deadlock for mpiexec, because rank 0 tests repeatedly.
 * docs/debug-a-hang.md finds the two erroneous lines. With 4 ranks it ends.
 *
 * <p>{@code ./mpiexec -n 3 -timeout 10 examples/hang/NoAnswer.java}
 */
class NoAnswer {
    private static final int NUMBERS = 90_000;
    private static final int RANGE = 10_000;
    private static final int ORDER = 1;
    private static final int ANSWER = 2;

    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("primes: " + collect());
        } else {
            work();
        }
        MPI.Finalize();
    }

    private static int collect() {
        int workers = MPI.COMM_WORLD.getSize() - 1;
        int primes = 0;
        for (int begin = 0; begin < NUMBERS; begin += workers * RANGE) {
            int[][] answers = new int[workers][1];
            Request[] requests = new Request[workers];
            for (int i = 0; i < workers; i++) {
                int from = Math.min(begin + i * RANGE, NUMBERS);
                int[] range = {from, Math.min(from + RANGE, NUMBERS)};
                MPI.COMM_WORLD.send(range, 2, MPI.INT, i + 1, ORDER);
                requests[i] = MPI.COMM_WORLD.iRecv(answers[i], 1, MPI.INT, i + 1, ANSWER);
            }
            primes += sum(requests, answers);
        }
        for (int i = 0; i < workers; i++) {
            MPI.COMM_WORLD.send(new int[] {NUMBERS, -1}, 2, MPI.INT, i + 1, ORDER);
        }
        return primes;
    }

    private static int sum(Request[] requests, int[][] answers) {
        int sum = 0;
        int open = requests.length;
        while (open > 0) {
            int done = Request.testAny(requests);
            if (done != MPI.UNDEFINED) {
                sum += answers[done][0];
                open--;
            }
        }
        return sum;
    }

    private static void work() {
        int[] range = new int[2];
        while (range[1] >= 0) {
            MPI.COMM_WORLD.recv(range, 2, MPI.INT, 0, ORDER);
            if (range[0] < range[1]) {
                int[] primes = {count(range[0], range[1])};
                MPI.COMM_WORLD.send(primes, 1, MPI.INT, 0, ANSWER);
            }
        }
    }

    private static int count(int from, int to) {
        int primes = 0;
        for (int n = Math.max(from, 2); n < to; n++) {
            int divisor = 2;
            while (divisor * divisor <= n && n % divisor != 0) {
                divisor++;
            }
            primes += divisor * divisor > n ? 1 : 0;
        }
        return primes;
    }
}
