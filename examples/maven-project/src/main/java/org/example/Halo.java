package org.example;

import mpi.Intracomm;
import mpi.MPI;

/** Exchanges values with the neighbours in a ring. */
public final class Halo {
    private static final int TO_RIGHT = 1;
    private static final int TO_LEFT = 2;

    private Halo() {}

    /**
     * Sends a value to both neighbours.
     *
     * @return the values of the left and of the right neighbour
     */
    public static int[] exchange(Intracomm comm, int value) {
        int size = comm.getSize();
        int left = (comm.getRank() + size - 1) % size;
        int right = (comm.getRank() + 1) % size;
        int[] own = {value};
        int[] fromLeft = new int[1];
        int[] fromRight = new int[1];
        comm.sendRecv(own, 1, MPI.INT, right, TO_RIGHT, fromLeft, 1, MPI.INT, left, TO_RIGHT);
        comm.sendRecv(own, 1, MPI.INT, left, TO_LEFT, fromRight, 1, MPI.INT, right, TO_LEFT);
        return new int[] {fromLeft[0], fromRight[0]};
    }

    /** Prints the neighbours of each rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int[] neighbours = exchange(MPI.COMM_WORLD, rank);
        System.out.println(neighbours[0] + " <- " + rank + " -> " + neighbours[1]);
        MPI.Finalize();
    }
}
