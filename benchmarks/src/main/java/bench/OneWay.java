package bench;

import mpi.Intracomm;
import mpi.MPI;

import java.util.Arrays;
import java.util.Locale;

/**
 * The time that messages of each size take from one rank to another one: a message there and one of
 * a byte back, less half a round trip of messages of a byte, which are measured in turns with it.
 *
 * <p>{@code OneWay [-f from] [-o to] [-s bytes,...] [-n most repetitions] [-t seconds for a size]}.
 * The other ranks wait. Prints {@code W,bytes,repetitions,least,median} in seconds.
 */
public final class OneWay {
    private static final int TAG = 1;
    private static final int FEWEST = 3;
    private static final double NANOS = 1e-9;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final byte[] message;
    private final byte[] one = new byte[1];
    private final int peer;

    private OneWay(int peer, int longest) {
        this.peer = peer;
        message = new byte[longest];
    }

    /** Runs the measurements; two ranks or more. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        int from = (int) words.number("-f", 0);
        int to = (int) words.number("-o", 1);
        int me = MPI.COMM_WORLD.getRank();
        int[] sizes = words.sizes("-s", "1,1K,64K,1M");
        OneWay program = new OneWay(me == from ? to : from, Arrays.stream(sizes).max().orElse(1));
        int most = (int) words.number("-n", 50);
        long limit = Math.round(words.number("-t", 2) / NANOS);
        for (int bytes : sizes) {
            if (me == from) {
                program.measure(bytes, most, limit);
            } else if (me == to) {
                program.answer();
            }
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }

    private void measure(int bytes, int most, long limit) {
        // The first message of a size may open connections.
        trip(bytes);
        double[] seconds = new double[most];
        double[] round = new double[most];
        int done = 0;
        long begin = System.nanoTime();
        while (done < FEWEST || done < most && System.nanoTime() - begin < limit) {
            round[done] = trip(1);
            seconds[done++] = trip(bytes);
        }
        comm.send(one, 1, MPI.BYTE, peer, TAG + 1);
        Arrays.sort(seconds, 0, done);
        Arrays.sort(round, 0, done);
        double least = seconds[0] - round[0] / 2;
        double median = seconds[done / 2] - round[done / 2] / 2;
        System.out.printf(Locale.ROOT, "W,%d,%d,%.6f,%.6f%n", bytes, done, least, median);
    }

    private double trip(int bytes) {
        long begin = System.nanoTime();
        comm.send(message, bytes, MPI.BYTE, peer, TAG);
        comm.recv(one, 1, MPI.BYTE, peer, TAG);
        return (System.nanoTime() - begin) * NANOS;
    }

    /** Answers each message by a byte, until the end of a size has come. */
    private void answer() {
        while (comm.probe(peer, MPI.ANY_TAG).getTag() == TAG) {
            comm.recv(message, message.length, MPI.BYTE, peer, TAG);
            comm.send(one, 1, MPI.BYTE, peer, TAG);
        }
        comm.recv(one, 1, MPI.BYTE, peer, TAG + 1);
    }
}
