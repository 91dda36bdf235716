package musubi.launch.programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rank 0 of three sends to rank 1, opens files until it has no descriptor left, and sends to rank
 * 2; it prints the error that this gives, and aborts with the error class.
 */
public final class Exhausting {
    private static final String FILE = "/dev/null";

    private Exhausting() {}

    /** The program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        if (world.getRank() != 0) {
            world.recv(new int[1], 1, MPI.INT, 0, 0);
            world.recv(new int[1], 1, MPI.INT, 0, 0);
        }
        world.send(new int[1], 1, MPI.INT, 1, 0);
        List<Closeable> files = new ArrayList<>();
        try {
            while (files.add(new FileInputStream(FILE))) {
                // Until there is an exception.
            }
        } catch (IOException e) {
            System.out.println("files=" + !files.isEmpty());
        }
        try {
            world.send(new int[1], 1, MPI.INT, 2, 0);
        } catch (MPIException e) {
            files.getFirst().close();
            System.out.println(e.getMessage());
            world.abort(e.getErrorClass());
        }
    }
}
