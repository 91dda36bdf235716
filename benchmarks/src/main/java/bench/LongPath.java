package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;
import java.util.Locale;

/**
 * A long path between rank 0 and rank 1: half a round trip of messages of each size, and a stream
 * of messages from rank 0.
 *
 * <p>{@code LongPath [-s bytes,...] [-n repetitions] [-t seconds of the stream] [-m bytes of its
 * messages] [-w messages under way]}, 2 ranks; {@code -t 0} or {@code -s none} omits a part. Prints
 * {@code P,bytes,repetitions,least,median} in ms and, for each second, {@code S,second,Mbit/s}: the
 * bytes that rank 1 has received in it; {@code T,seconds,Mbit/s} is the mean of the whole stream.
 */
public final class LongPath {
    private static final int TAG = 1;
    private static final double MILLIS = 1e-6;
    private static final double SECONDS = 1e-9;
    private static final double MEGABITS = 8e-6;
    private static final String NONE = "none";

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();

    private LongPath() {}

    /** Runs the measurements. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        LongPath program = new LongPath();
        if (!words.text("-s", NONE).equals(NONE)) {
            for (int bytes : words.sizes("-s", NONE)) {
                program.pingPong(bytes, (int) words.number("-n", 20));
            }
        }
        double seconds = words.number("-t", 0);
        if (seconds > 0) {
            program.stream(
                    seconds, words.sizes("-m", "1M")[0], (int) Math.max(2, words.number("-w", 16)));
        }
        MPI.Finalize();
    }

    /** The first round trip is not counted: it may open connections. */
    private void pingPong(int bytes, int repetitions) {
        byte[] message = new byte[bytes];
        double[] times = new double[repetitions];
        for (int i = -1; i < repetitions; i++) {
            long begin = System.nanoTime();
            if (me == 0) {
                comm.send(message, bytes, MPI.BYTE, 1, TAG);
                comm.recv(message, bytes, MPI.BYTE, 1, TAG);
                times[Math.max(i, 0)] = (System.nanoTime() - begin) / 2 * MILLIS;
            } else if (me == 1) {
                comm.recv(message, bytes, MPI.BYTE, 0, TAG);
                comm.send(message, bytes, MPI.BYTE, 0, TAG);
            }
        }
        Arrays.sort(times);
        if (me == 0) {
            print("P,%d,%d,%.3f,%.3f%n", bytes, repetitions, times[0], times[repetitions / 2]);
        }
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }

    /** The first byte of a message is 1 in the last ones, one for each receive under way. */
    private void stream(double seconds, int bytes, int underWay) {
        byte[][] messages = new byte[underWay][bytes];
        Request[] requests = new Request[underWay];
        comm.barrier();
        long begin = System.nanoTime();
        if (me == 0) {
            long end = begin + Math.round(seconds / SECONDS);
            int last = 0;
            for (int i = 0; last < underWay; i = (i + 1) % underWay) {
                if (requests[i] != null) {
                    requests[i].waitFor();
                }
                boolean ends = System.nanoTime() - end >= 0;
                messages[i][0] = (byte) (ends ? 1 : 0);
                last += ends ? 1 : 0;
                requests[i] = comm.iSend(messages[i], bytes, MPI.BYTE, 1, TAG);
            }
            Request.waitAll(requests);
        } else if (me == 1) {
            receive(messages, requests, begin);
        }
    }

    private void receive(byte[][] messages, Request[] requests, long begin) {
        int bytes = messages[0].length;
        for (int i = 0; i < requests.length; i++) {
            requests[i] = comm.iRecv(messages[i], bytes, MPI.BYTE, 0, TAG);
        }
        long total = 0;
        long ofSecond = 0;
        int second = 1;
        int last = 0;
        for (int i = 0; last < requests.length; i = (i + 1) % requests.length) {
            requests[i].waitFor();
            double passed = (System.nanoTime() - begin) * SECONDS;
            for (; passed >= second; second++) {
                print("S,%d,%.0f%n", second, ofSecond * MEGABITS);
                ofSecond = 0;
            }
            ofSecond += bytes;
            total += bytes;
            if (messages[i][0] == 0) {
                requests[i] = comm.iRecv(messages[i], bytes, MPI.BYTE, 0, TAG);
            } else {
                last++;
            }
        }
        double passed = (System.nanoTime() - begin) * SECONDS;
        print("T,%.2f,%.0f%n", passed, total / passed * MEGABITS);
    }
}
