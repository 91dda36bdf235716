import mpi.*;

public class ErrorCodes {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
            System.out.println("no exception");
        } catch (MPIException e) {
            System.out.println("rank error: " + (e.getErrorClass() == MPI.ERR_RANK));
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        try {
            MPI.COMM_WORLD.getRank();
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
    }
}
