package musubi.launch.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/** Writes input from mpiexec to the standard input of a rank, on a thread of its own. */
final class InputPipe {
    private final BlockingQueue<byte[]> arrivals = new LinkedBlockingQueue<>();
    private final IntConsumer taken;

    /**
     * An unconnected pipe.
     *
     * @param taken receives the number of consumed bytes, read or dropped
     */
    InputPipe(IntConsumer taken) {
        this.taken = taken;
    }

    /** Connects the pipe to a process. */
    void connect(OutputStream rank) {
        Thread.ofPlatform().daemon().name("input").start(() -> run(rank));
    }

    /** Adds input; empty at its end. The window of the sender bounds the queue. */
    void add(byte[] bytes) {
        arrivals.add(bytes);
    }

    private void run(OutputStream rank) {
        boolean reads = true;
        try {
            for (byte[] bytes = arrivals.take(); bytes.length > 0; bytes = arrivals.take()) {
                reads = reads && write(rank, bytes);
                taken.accept(bytes.length);
            }
            close(rank);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes; false if the rank has closed its input. */
    private static boolean write(OutputStream rank, byte[] bytes) {
        try {
            rank.write(bytes);
            rank.flush();
            return true;
        } catch (IOException e) {
            // The rank has closed its input or ended: the rest is dropped.
            return false;
        }
    }

    private static void close(OutputStream rank) {
        try {
            rank.close();
        } catch (IOException e) {
            // The rank is gone.
            return;
        }
    }
}
