package musubi.shm;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.error.MpiFailure;
import musubi.region.Region;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One-way time between two processes, each bound to a core, through {@link Endpoint} and {@link
 * Transport#poll}, compared with the exchange of a bare cache line. Not a test: run {@code main}
 * without arguments. In the plain lines the sender's buffer is never written again; in those with
 * "echo" the buffer that arrived is sent back.
 */
public final class ShmPingPong implements Inbound {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final String DEFAULT_SIZES =
            "8,64,256,1024,2048,4096,8192,16384,65536,262144,1048576,4194304";
    private static final int[] SIZES =
            Arrays.stream(System.getProperty("sizes", DEFAULT_SIZES).split(","))
                    .mapToInt(Integer::parseInt)
                    .toArray();
    private static final int REPETITIONS = Integer.getInteger("repetitions", 41);
    private static final long BATCH_NS = 4_000_000;
    private static final int POLL_LIMIT = 16;

    private final int rank;
    private final Transport transport;
    private final Endpoint peer;
    private final MemorySegment line;
    private final Envelope envelope = new Envelope();
    private final Region source = new Region();
    private final Region target = new Region();
    private long arrivedBytes;
    private long arrived;

    private ShmPingPong(int rank, String job) throws IOException {
        this.rank = rank;
        TransportContext context = LocalContext.of(rank, 2, job, this, System::getProperty);
        transport = new ShmTransportProvider().open(context);
        Path raw = Path.of("/dev/shm/musubi-" + job + "-raw");
        try (FileChannel channel =
                FileChannel.open(
                        raw,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            line = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, Arena.global());
        }
        peer = connect();
        rawPingPong(1);
        transport.onJobComplete();
        Files.deleteIfExists(raw);
    }

    private Endpoint connect() {
        String own = transport.businessCard();
        String card = own.substring(0, own.length() - 1) + (1 - rank);
        while (true) {
            try {
                return transport.connect(new PeerInfo(1 - rank, card));
            } catch (MpiFailure e) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void onMessage(int from, Envelope arriving, Region payload) {
        long bytes = payload.length();
        payload.copyTo(0, target, arriving.length, bytes);
        arrivedBytes += bytes;
        arrived++;
    }

    @Override
    public Region landingZone(int from, Envelope arriving, long bytes) {
        return null;
    }

    @Override
    public void onLanded(int from, Envelope arriving, long bytes) {}

    @Override
    public void onPeerLost(int lost, String reason) {
        throw new AssertionError(reason);
    }

    /** The bare line: 16 bytes of payload besides the flag. */
    private void rawPingPong(int rounds) {
        long base = (long) LONG.getAcquire(line, rank * 128L);
        for (long i = base + 1; i <= base + rounds; i++) {
            if (rank == 0) {
                line.set(ValueLayout.JAVA_LONG, 8, i);
                LONG.setRelease(line, 0L, i);
                awaitLine(128, i);
            } else {
                awaitLine(0, i);
                line.set(ValueLayout.JAVA_LONG, 136, i);
                LONG.setRelease(line, 128L, i);
            }
        }
    }

    private void awaitLine(long at, long value) {
        while ((long) LONG.getAcquire(line, at) != value) {
            Thread.onSpinWait();
        }
    }

    private void send(int bytes) {
        int fragment = transport.traits().fragmentBytes();
        for (int done = 0; done < bytes; done += fragment) {
            int n = Math.min(fragment, bytes - done);
            envelope.set(1, 2, rank, 3, done, 4);
            while (peer.trySend(envelope, source, done, n) != SendOutcome.ACCEPTED) {
                Thread.onSpinWait();
            }
        }
    }

    private void receive(long bytes) {
        while (arrivedBytes < bytes) {
            if (transport.poll(POLL_LIMIT) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void pingPong(int bytes, int rounds) {
        for (int i = 0; i < rounds; i++) {
            if (rank == 0) {
                send(bytes);
                receive(bytes);
                arrivedBytes -= bytes;
            } else {
                receive(bytes);
                arrivedBytes -= bytes;
                send(bytes);
            }
        }
    }

    /** Windows of 64 messages one way, each answered by one message. */
    private void stream(int bytes, int rounds) {
        for (int i = 0; i < rounds; i++) {
            if (rank == 0) {
                for (int k = 0; k < 64; k++) {
                    send(bytes);
                }
                receive(8);
                arrivedBytes -= 8;
            } else {
                receive(64L * bytes);
                arrivedBytes -= 64L * bytes;
                send(8);
            }
        }
    }

    private interface Kernel {
        void run(int rounds);
    }

    /** Times a batch of about {@link #BATCH_NS}; the ranks agree on the rounds. */
    private double time(Kernel kernel) {
        int rounds = agree(50, kernel);
        long start = System.nanoTime();
        kernel.run(rounds);
        return (System.nanoTime() - start) / (double) rounds;
    }

    private int agree(int trial, Kernel kernel) {
        kernel.run(trial);
        long start = System.nanoTime();
        kernel.run(trial);
        long perRound = Math.max(1, (System.nanoTime() - start) / trial);
        if (rank == 0) {
            line.set(ValueLayout.JAVA_INT, 256, (int) Math.max(2, BATCH_NS / perRound));
        }
        rawPingPong(2);
        int rounds = line.get(ValueLayout.JAVA_INT, 256);
        rawPingPong(2);
        return rounds;
    }

    private void run() {
        byte[] out = new byte[4 << 20];
        byte[] in = new byte[4 << 20];
        List<double[]> results = new ArrayList<>();
        for (int repetition = -3; repetition < REPETITIONS; repetition++) {
            double[] row = measure(out, in);
            if (repetition >= 0) {
                results.add(row);
            }
        }
        if (rank == 0) {
            print(results);
        }
    }

    private double[] measure(byte[] out, byte[] in) {
        double[] row = new double[2 * SIZES.length + 3];
        int column = 0;
        row[column++] = time(this::rawPingPong) / 2;
        target.wrapArray(in, 0, in.length);
        for (int bytes : SIZES) {
            source.wrapArray(out, 0, out.length);
            row[column++] = time(rounds -> pingPong(bytes, rounds)) / 2;
            source.wrapArray(in, 0, in.length);
            row[column++] = time(rounds -> pingPong(bytes, rounds)) / 2;
        }
        source.wrapArray(out, 0, out.length);
        row[column++] = time(rounds -> stream(8, rounds)) / 64;
        row[column] = time(rounds -> stream(8 << 10, rounds)) / 64;
        return row;
    }

    private static void print(List<double[]> results) {
        System.out.println("one way, ns: median (least .. most) of " + results.size());
        print("cache line", results, 0, 16);
        for (int i = 0; i < SIZES.length; i++) {
            print(SIZES[i] + " B", results, 2 * i + 1, SIZES[i]);
            print(SIZES[i] + " B echo", results, 2 * i + 2, SIZES[i]);
        }
        print("8 B stream", results, 2 * SIZES.length + 1, 8);
        print("8 KiB stream", results, 2 * SIZES.length + 2, 8 << 10);
    }

    private static void print(String what, List<double[]> results, int column, int bytes) {
        double[] sorted = results.stream().mapToDouble(row -> row[column]).sorted().toArray();
        double median = sorted[sorted.length / 2];
        System.out.printf(
                Locale.ROOT,
                "%-18s %10.0f  (%8.0f .. %8.0f)  %6.2f GB/s%n",
                what,
                median,
                sorted[0],
                sorted[sorted.length - 1],
                bytes / median);
    }

    /** Without arguments starts two processes on cores 0 and 1; else is rank {@code args[0]}. */
    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            new ShmPingPong(Integer.parseInt(args[0]), args[1]).run();
            return;
        }
        String job = "pingpong-" + ProcessHandle.current().pid();
        List<Process> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            List<String> command = new ArrayList<>();
            command.addAll(List.of("taskset", "-c", Integer.toString(rank)));
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
            command.addAll(Arrays.asList(System.getProperty("options", "-Xmx256m").split(" ")));
            command.add("-Drepetitions=" + REPETITIONS);
            command.add("-Dsizes=" + System.getProperty("sizes", DEFAULT_SIZES));
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(ShmPingPong.class.getName(), Integer.toString(rank), job));
            ranks.add(new ProcessBuilder(command).inheritIO().start());
        }
        for (Process process : ranks) {
            process.waitFor();
        }
    }
}
