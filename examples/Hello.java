import mpi.MPI;

/**
 * The smallest MPI program: every rank prints its rank.
 *
 * <p>Run it from the project's folder: {@code ./mpiexec -n 4 examples/Hello.java}
 *
 * <p>mpiexec starts the same program several times. The copies are called ranks; they share no
 * variables and communicate by messages. The lines come in any order, because no rank waits for
 * another.
 */
class Hello {
    public static void main(String[] args) {
        MPI.Init(args); // the first MPI call of every program
        int rank = MPI.COMM_WORLD.getRank(); // the rank of this process: 0, 1, ... size - 1
        int size = MPI.COMM_WORLD.getSize(); // the number of ranks
        System.out.println("Hello from rank " + rank + " of " + size);
        MPI.Finalize(); // the last MPI call
    }
}
