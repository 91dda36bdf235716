package bench;

import imb.operation.Computation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parameters of {@link LogGp} of puts, gets and messages from rank 0 to rank 1, from medians of:
 *
 * <ul>
 *   <li>{@code time}: an access with a flush, or half of a ping-pong;
 *   <li>{@code stream}: one of {@link #STREAM} accesses with one flush, or of messages that the
 *       receiver answers together;
 *   <li>{@code o_send}: the call, in groups of {@link #GROUP} with computation of {@code time}
 *       after each, less the computation, as by Culler, Liu, Martin and Yoshikawa (IEEE Micro 16,
 *       1996); completion is outside of the measured time;
 *   <li>{@code o_recv}: receives of {@link #GROUP} messages after a barrier that follows their
 *       sends: of short ones, which are then there. Those above the eager limit are transferred in
 *       that time.
 * </ul>
 *
 * <p>{@code LogP [-b put,get,send] [-s bytes,...] [-t seconds] [-w warm-up seconds]}, 2 ranks.
 * Prints {@code R} lines ({@link Steps.Times}), among them {@code G_MiB}, which is G times 2^20,
 * and a table.
 */
public final class LogP {
    private static final int STREAM = 64;
    private static final int GROUP = 16;
    private static final int TAG = 1;
    private static final int TARGET = 1;
    private static final double MICRO = 1e6;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();
    private final Steps steps;
    private final Computation computation = new Computation();
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final Win win;
    private final Request[] requests = new Request[STREAM];
    private final Request[] group = new Request[GROUP];
    private final byte[] answer = new byte[1];

    private LogP(Steps steps, int longest) {
        this.steps = steps;
        out = MPI.newByteBuffer(longest);
        in = MPI.newByteBuffer(longest);
        win = Win.allocate(longest, 1, MPI.INFO_NULL, comm);
    }

    /** Runs the measurements. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        int[] sizes = words.sizes("-s", "8,64,512,4K,32K,256K,1M");
        LogP program = new LogP(new Steps(words), sizes[sizes.length - 1]);
        program.win.lockAll(0);
        List<String> table = new ArrayList<>();
        for (String kind : words.names("-b", "put,get,send")) {
            table.add(row(kind, program.measure(kind, sizes)));
        }
        program.win.unlockAll();
        program.win.free();
        if (program.me == 0) {
            System.out.printf(
                    "# %-6s %10s %10s %10s %10s %10s %10s %10s%n",
                    "kind", "o us", "L us", "g us", "G ns/B", "N1/2 B", "res. g,G", "res. N1/2");
            table.forEach(System.out::println);
        }
        MPI.Finalize();
    }

    private static String row(String kind, LogGp fit) {
        return String.format(
                Locale.ROOT,
                "# %-6s %10.4f %10.4f %10.4f %10.5f %10.0f %9.1f%% %9.1f%%",
                kind,
                fit.overhead() * MICRO,
                fit.latency() * MICRO,
                fit.gap() * MICRO,
                fit.gapPerByte() * 1e9,
                fit.halfSize(),
                fit.streamResidual() * 100,
                fit.singleResidual() * 100);
    }

    private LogGp measure(String kind, int... sizes) {
        int count = sizes.length;
        boolean messages = kind.equals("send");
        double[] bytes = new double[count];
        double[] single = new double[count];
        double[] streamed = new double[count];
        double[] sending = new double[count];
        double[] receiving = new double[messages ? count : 0];
        for (int i = 0; i < count; i++) {
            int n = sizes[i];
            bytes[i] = n;
            single[i] = median(kind, "time", n, single(kind, n));
            streamed[i] = median(kind, "stream", n, streamed(kind, n).dividedBy(STREAM));
            long units = agreedUnits(single[i]);
            sending[i] = median(kind, "o_send", n, sending(kind, n, units));
            if (messages) {
                receiving[i] = median(kind, "o_recv", n, receiving(n));
            }
        }
        LogGp fit = LogGp.of(new LogGp.Medians(bytes, single, streamed, sending, receiving));
        print(kind + "_o", fit.overhead());
        print(kind + "_L", fit.latency());
        print(kind + "_g", fit.gap());
        print(kind + "_G_MiB", fit.gapPerByte() * (1 << 20));
        return fit;
    }

    private void print(String name, double seconds) {
        if (me == 0) {
            new Steps.Times(1, seconds).print("logp_" + name, 2, 0);
        }
    }

    private double median(String kind, String what, int bytes, Steps.Times times) {
        if (me == 0) {
            times.print("logp_" + kind + "_" + what, 2, bytes);
        }
        return times.median();
    }

    private long agreedUnits(double seconds) {
        long[] units = {computation.unitsFor(seconds)};
        comm.bcast(units, 1, MPI.LONG, 0);
        return units[0];
    }

    private Steps.Times single(String kind, int n) {
        if (kind.equals("send")) {
            return steps.together(comm, (Steps.Step) () -> pingPong(n)).dividedBy(2);
        }
        return accesses(kind, n, 1);
    }

    private void pingPong(int n) {
        if (me == 0) {
            comm.send(out, n, MPI.BYTE, TARGET, TAG);
            comm.recv(in, n, MPI.BYTE, TARGET, TAG);
        } else {
            comm.recv(in, n, MPI.BYTE, 0, TAG);
            comm.send(out, n, MPI.BYTE, 0, TAG);
        }
    }

    private Steps.Times streamed(String kind, int n) {
        return kind.equals("send")
                ? steps.together(comm, (Steps.Step) () -> stream(n))
                : accesses(kind, n, STREAM);
    }

    private void stream(int n) {
        for (int i = 0; i < STREAM; i++) {
            requests[i] =
                    me == 0
                            ? comm.iSend(out, n, MPI.BYTE, TARGET, TAG)
                            : comm.iRecv(in, n, MPI.BYTE, 0, TAG);
        }
        Request.waitAll(requests);
        answer();
    }

    private void answer() {
        if (me == 0) {
            comm.recv(answer, 1, MPI.BYTE, TARGET, TAG);
        } else {
            comm.send(answer, 1, MPI.BYTE, 0, TAG);
        }
    }

    /** Rank 1 waits in the reduction of the times. */
    private Steps.Times accesses(String kind, int n, int count) {
        return steps.together(comm, (Steps.Step) () -> accessAndFlush(kind, n, count));
    }

    private void accessAndFlush(String kind, int n, int count) {
        if (me == 0) {
            for (int i = 0; i < count; i++) {
                access(kind, n);
            }
            win.flush(TARGET);
        }
    }

    private void access(String kind, int n) {
        switch (kind) {
            case "put" -> win.put(out, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            case "get" -> win.get(in, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            default -> throw new IllegalArgumentException("no such kind: " + kind);
        }
    }

    private Steps.Times sending(String kind, int n, long units) {
        boolean messages = kind.equals("send");
        return steps.together(
                comm,
                iterations -> {
                    double sum = 0;
                    for (long i = 0; i < iterations; i++) {
                        sum += messages ? sendGroup(n, units) : accessGroup(kind, n, units);
                    }
                    return Math.max(0, sum / GROUP);
                });
    }

    private double accessGroup(String kind, int n, long units) {
        if (me != 0) {
            return 0;
        }
        double computing = secondsOfGroup(units);
        long start = System.nanoTime();
        for (int i = 0; i < GROUP; i++) {
            access(kind, n);
            computation.run(units);
        }
        double seconds = (System.nanoTime() - start) * 1e-9;
        win.flush(TARGET);
        return seconds - computing;
    }

    private double secondsOfGroup(long units) {
        long start = System.nanoTime();
        for (int i = 0; i < GROUP; i++) {
            computation.run(units);
        }
        return (System.nanoTime() - start) * 1e-9;
    }

    private double sendGroup(int n, long units) {
        if (me != 0) {
            receiveGroup(n);
            answer();
            return 0;
        }
        double computing = secondsOfGroup(units);
        long start = System.nanoTime();
        for (int i = 0; i < GROUP; i++) {
            group[i] = comm.iSend(out, n, MPI.BYTE, TARGET, TAG);
            computation.run(units);
        }
        double seconds = (System.nanoTime() - start) * 1e-9;
        Request.waitAll(group);
        answer();
        return seconds - computing;
    }

    private void receiveGroup(int n) {
        for (int i = 0; i < GROUP; i++) {
            comm.recv(in, n, MPI.BYTE, 0, TAG);
        }
    }

    private Steps.Times receiving(int n) {
        return steps.together(
                comm,
                iterations -> {
                    double sum = 0;
                    for (long i = 0; i < iterations; i++) {
                        sum += secondsOfReceives(n);
                    }
                    return sum / GROUP;
                });
    }

    private double secondsOfReceives(int n) {
        if (me == 0) {
            for (int i = 0; i < GROUP; i++) {
                group[i] = comm.iSend(out, n, MPI.BYTE, TARGET, TAG);
            }
            comm.barrier();
            Request.waitAll(group);
            return 0;
        }
        comm.barrier();
        long start = System.nanoTime();
        receiveGroup(n);
        return (System.nanoTime() - start) * 1e-9;
    }
}
