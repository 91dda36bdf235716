import mpi.MPI;

/**
 * Passes a token once around all ranks; each adds its number to it.
 *
 * <p>{@code ./mpiexec -n 4 examples/Ring.java}
 *
 * <p>Written with the capitalised names of mpiJava and MPJ Express. A buffer is an array, the
 * offset of the message, and the number of elements: {@code token, 0, 1}.
 */
class Ring {
    private static final int TAG = 7;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        int[] token = {0};
        if (rank == 0) {
            // Both at once: with a single rank, next and previous are this rank itself, and a plain
            // Send would wait for the Recv after it.
            int[] returned = new int[1];
            MPI.COMM_WORLD.Sendrecv(
                    token, 0, 1, MPI.INT, next, TAG, returned, 0, 1, MPI.INT, previous, TAG);
            System.out.println("The token passed " + size + " ranks; their sum is " + returned[0]);
        } else {
            MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, previous, TAG);
            token[0] += rank;
            MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, next, TAG);
        }
        MPI.Finalize();
    }
}
