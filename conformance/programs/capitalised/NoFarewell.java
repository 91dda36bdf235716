import mpi.*;

/* No rank calls MPI.Finalize, and rank 0 ends long before the others. */
public class NoFarewell {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int[] value = {11 * (me + 1)};
        MPI.COMM_WORLD.Bcast(value, 0, 1, MPI.INT, 0);
        Thread.sleep(100 * me);
        System.out.println(me + " has " + value[0]);
    }
}
