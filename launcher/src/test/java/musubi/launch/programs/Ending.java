package musubi.launch.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Ranks exchange messages; after some rounds one of them, or all, end in the given way, with
 * messages in flight. Arguments: the way, a code, the number of rounds, the rank.
 */
public final class Ending {
    private static final int LARGE = 1 << 16;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int size = comm.getSize();
    private final byte[] out = new byte[LARGE];
    private final byte[] in = new byte[LARGE];

    private Ending() {}

    public static void main(String[] words) {
        MPI.Init(words);
        Ending ending = new Ending();
        int code = Integer.parseInt(words[1]);
        int rounds = Integer.parseInt(words[2]);
        int who = Integer.parseInt(words[3]) % ending.size;
        for (int round = 0; round < rounds; round++) {
            ending.exchange(round);
        }
        boolean all = words[0].equals("finalize") || words[0].equals("abort-all");
        if (all || ending.rank == who) {
            ending.end(words[0], code);
        }
        for (int round = rounds; true; round++) {
            ending.exchange(round);
        }
    }

    private void exchange(int round) {
        int bytes = round % 2 == 0 ? 8 : LARGE;
        Request sent = comm.iSend(out, bytes, MPI.BYTE, (rank + 1) % size, round);
        comm.recv(in, bytes, MPI.BYTE, (rank + size - 1) % size, round);
        sent.waitFor();
        if (round % 4 == 0) {
            comm.barrier();
        }
    }

    private void end(String way, int code) {
        switch (way) {
            case "finalize" -> {
                MPI.Finalize();
                System.exit(code);
            }
            case "abort", "abort-all" -> comm.abort(code);
            case "exit" -> System.exit(code);
            case "throw" -> throw new IllegalStateException("as requested");
            case "kill" -> ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(Ending::kill);
            default -> throw new IllegalArgumentException("no such way to end: " + way);
        }
    }

    /** ProcessHandle does not permit a process to destroy itself. */
    static void kill(ProcessHandle self) {
        try {
            new ProcessBuilder("kill", "-KILL", Long.toString(self.pid())).start().waitFor();
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException("cannot kill", e);
        }
    }
}
