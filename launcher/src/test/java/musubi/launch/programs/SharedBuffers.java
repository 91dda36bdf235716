package musubi.launch.programs;

import mpi.MPI;

import java.nio.ByteBuffer;

/**
 * Passes long messages in buffers of shared memory round a ring, and prints whether Java grants
 * native access.
 */
public final class SharedBuffers {
    private static final int BYTES = 300_000;
    private static final int ROUNDS = 20;

    private SharedBuffers() {}

    public static void main(String[] words) {
        MPI.Init(words);
        int rank = MPI.COMM_WORLD.getRank();
        int ranks = MPI.COMM_WORLD.getSize();
        int right = (rank + 1) % ranks;
        int left = (rank + ranks - 1) % ranks;
        for (int round = 0; round < ROUNDS; round++) {
            ByteBuffer own = MPI.newByteBuffer(BYTES);
            ByteBuffer theirs = MPI.newByteBuffer(BYTES);
            for (int i = 0; i < BYTES; i++) {
                own.put(i, content(rank, round, i));
            }
            MPI.COMM_WORLD.sendRecv(
                    own, BYTES, MPI.BYTE, right, round, theirs, BYTES, MPI.BYTE, left, round);
            for (int i = 0; i < BYTES; i++) {
                if (theirs.get(i) != content(left, round, i)) {
                    throw new IllegalStateException("wrong content: round=" + round + " at=" + i);
                }
            }
        }
        boolean granted = SharedBuffers.class.getModule().isNativeAccessEnabled();
        System.out.println("native access " + granted);
        MPI.Finalize();
    }

    private static byte content(int rank, int round, int i) {
        return (byte) (rank + 31 * round + i * 7);
    }
}
