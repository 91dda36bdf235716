import mpi.*;

import java.nio.*;

/* Checks that every pair of processes can communicate. */
class Connectivity {
    public static void main(String args[]) throws MPIException {
        MPI.Init(args);
        int myRank = MPI.COMM_WORLD.getRank();
        int numProcesses = MPI.COMM_WORLD.getSize();

        Status status;
        boolean verbose = false;

        if (args.length > 0 && args[0].equals("-v")) verbose = true;

        int[] sendbuf = new int[1], recvbuf = new int[1];

        for (int i = 0; i < numProcesses; i++) {
            if (myRank == i) {
                /* rank i sends to and receives from each higher rank */
                for (int j = i + 1; j < numProcesses; j++) {
                    if (verbose)
                        System.out.printf(
                                "Checking connection between rank %d and rank %d\n", i, j);
                    sendbuf[0] = myRank;
                    MPI.COMM_WORLD.send(sendbuf, 1, MPI.INT, j, myRank);
                    MPI.COMM_WORLD.recv(recvbuf, 1, MPI.INT, j, j);
                    if (recvbuf[0] != j) System.out.println("WRONG: " + recvbuf[0]);
                }
            } else if (myRank > i) {
                /* receive from and reply to rank i */
                status = MPI.COMM_WORLD.recv(recvbuf, 1, MPI.INT, i, i);
                if (status.getSource() != i) System.out.println("WRONG source");
                sendbuf[0] = myRank;
                MPI.COMM_WORLD.send(sendbuf, 1, MPI.INT, i, myRank);
            }
        }

        MPI.COMM_WORLD.barrier();

        if (myRank == 0)
            System.out.printf("Connectivity test on %d processes PASSED.\n", numProcesses);

        MPI.Finalize();
    }
}
