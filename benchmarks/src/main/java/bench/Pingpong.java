package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Collections;
import java.util.List;

/**
 * Point-to-point: latency, windowed bandwidth, bidirectional bandwidth; the twin of pingpong.c.
 *
 * <p>{@code Pingpong [-b latency,bw,bibw] [-s sizes] [-t seconds] [-w seconds] [-W window] [-e] [-n
 * iterations] [-o offset] [-B array|direct|partition]}
 *
 * <ul>
 *   <li>latency: blocking send and receive, half the round trip, as in IMB PingPong; separate
 *       buffers, or with -e one buffer, which answers with what was received.
 *   <li>bw: a window (64) of iSend, at the peer of iRecv, then an answer of 4 bytes; ranks 0 to
 *       np/2-1 send to rank + np/2; the result is the total of all pairs.
 *   <li>bibw: both directions at once; the result counts both.
 * </ul>
 */
public final class Pingpong {
    private static final String DEFAULT_SIZES = "0,8,64,1K,4K,8K,16K,64K,256K,1M,4M";
    private static final int ACK_BYTES = 4;
    private static final int ROOT = 0;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final Schedule schedule;
    private final boolean echo;
    private final int window;
    private final Object sendBuffer;
    private final Object receiveBuffer;
    private final Object ack;
    private final Request[] requests;
    private final Request[] bothWays;

    /** One of the three exchanges, over and over. */
    private interface Exchange {
        void once(int bytes, int peer, boolean first);
    }

    private Pingpong(BenchmarkOptions options, int largest) {
        BufferKind kind = options.bufferKind();
        byte filling = (byte) (1 + rank);
        schedule = options.schedule();
        echo = options.has('e');
        window = options.number('W', 64);
        receiveBuffer = kind.bytes(largest, filling, options.number('o', 0));
        sendBuffer = echo ? receiveBuffer : kind.bytes(largest, filling, options.number('o', 0));
        ack = kind.bytes(ACK_BYTES, filling, 0);
        requests = new Request[window];
        bothWays = new Request[2 * window];
    }

    /** Runs the benchmarks; at least two ranks. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getSize() < 2) {
            throw new IllegalStateException("needs 2 or more ranks");
        }
        BenchmarkOptions options = new BenchmarkOptions(args, "e");
        List<Integer> sizes = options.sizes(DEFAULT_SIZES);
        Pingpong pingpong = new Pingpong(options, Collections.max(sizes));
        for (String name : options.benchmarks("latency")) {
            for (int bytes : sizes) {
                if (bytes > 0 || name.equals("latency")) {
                    pingpong.measure(name, bytes);
                }
            }
        }
        MPI.Finalize();
    }

    private void measure(String name, int bytes) {
        switch (name) {
            case "latency" -> measureLatency(bytes);
            case "bw" -> measureRate(name, bytes, this::stream, 1);
            case "bibw" -> measureRate(name, bytes, this::streamBothWays, 2);
            default -> throw new IllegalArgumentException("no such benchmark: name=" + name);
        }
    }

    private void measureLatency(int bytes) {
        Measurement roundTrip = run(echo ? "latency_echo" : "latency", bytes, 1, this::roundTrip);
        if (rank == ROOT) {
            double[] half = roundTrip.batchesS().clone();
            for (int i = 0; i < half.length; i++) {
                half[i] /= 2;
            }
            new Measurement(
                            roundTrip.name(),
                            bytes,
                            roundTrip.iterations(),
                            roundTrip.meanS() / 2,
                            half)
                    .print(bytes, 1);
        }
    }

    private void measureRate(String name, int bytes, Exchange exchange, int directions) {
        int pairs = size / 2;
        Measurement windows = run(name, bytes, pairs, exchange);
        if (rank == ROOT) {
            double messages = (double) directions * pairs * window;
            windows.print(messages * bytes, messages);
        }
    }

    /** Ranks 0 to pairs - 1 exchange with ranks pairs to 2 * pairs - 1; the others only wait. */
    private Measurement run(String name, int bytes, int pairs, Exchange exchange) {
        boolean first = rank < pairs;
        boolean active = rank < 2 * pairs;
        int peer = first ? rank + pairs : rank - pairs;
        Schedule.Loop loop = count -> active ? repeat(exchange, count, bytes, peer, first) : 0;
        world.barrier();
        long count = schedule.iterationsAfterWarmUp(loop, 4);
        double[] batches = new double[Schedule.BATCHES];
        double total = 0;
        for (int i = 0; i < batches.length; i++) {
            world.barrier();
            double[] slowest = {loop.run(count)};
            if (size > 2) {
                double[] own = slowest.clone();
                world.reduce(own, slowest, 1, MPI.DOUBLE, MPI.MAX, ROOT);
            }
            batches[i] = slowest[0] / count;
            total += slowest[0];
        }
        long iterations = count * batches.length;
        return new Measurement(name, bytes, iterations, total / iterations, batches);
    }

    private static double repeat(
            Exchange exchange, long count, int bytes, int peer, boolean first) {
        double start = MPI.wtime();
        for (long i = 0; i < count; i++) {
            exchange.once(bytes, peer, first);
        }
        return MPI.wtime() - start;
    }

    private void roundTrip(int bytes, int peer, boolean first) {
        if (first) {
            world.send(sendBuffer, bytes, MPI.BYTE, peer, 1);
            world.recv(receiveBuffer, bytes, MPI.BYTE, peer, 1);
        } else {
            world.recv(receiveBuffer, bytes, MPI.BYTE, peer, 1);
            world.send(sendBuffer, bytes, MPI.BYTE, peer, 1);
        }
    }

    private void stream(int bytes, int peer, boolean first) {
        if (first) {
            for (int i = 0; i < window; i++) {
                requests[i] = world.iSend(sendBuffer, bytes, MPI.BYTE, peer, 2);
            }
            Request.waitAll(requests);
            world.recv(ack, ACK_BYTES, MPI.BYTE, peer, 3);
        } else {
            for (int i = 0; i < window; i++) {
                requests[i] = world.iRecv(receiveBuffer, bytes, MPI.BYTE, peer, 2);
            }
            Request.waitAll(requests);
            world.send(ack, ACK_BYTES, MPI.BYTE, peer, 3);
        }
    }

    private void streamBothWays(int bytes, int peer, boolean first) {
        for (int i = 0; i < window; i++) {
            bothWays[i] = world.iRecv(receiveBuffer, bytes, MPI.BYTE, peer, 4);
        }
        for (int i = 0; i < window; i++) {
            bothWays[window + i] = world.iSend(sendBuffer, bytes, MPI.BYTE, peer, 4);
        }
        Request.waitAll(bothWays);
    }
}
