import mpi.*;

// expects the runtime's arguments in the first three places
public class RawArguments {
    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        boolean mine = args[0].equals("" + me) && args[1].equals("" + MPI.COMM_WORLD.Size());
        System.out.println(
                me
                        + " "
                        + mine
                        + " n="
                        + Integer.parseInt(args[3])
                        + " name="
                        + args[4]
                        + " of "
                        + args.length);
        MPI.Finalize();
    }
}
