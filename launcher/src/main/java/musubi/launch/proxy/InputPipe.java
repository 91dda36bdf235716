package musubi.launch.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/** Writes what comes from mpiexec to the standard input of rank 0, on a thread of its own. */
final class InputPipe {
    private final BlockingQueue<byte[]> arrivals = new LinkedBlockingQueue<>();
    private final IntConsumer taken;

    /**
     * A pipe that leads nowhere yet.
     *
     * @param taken hears how many bytes the rank, or nobody any more, has taken
     */
    InputPipe(IntConsumer taken) {
        this.taken = taken;
    }

    /** From now on it leads to this process. */
    void connect(OutputStream rank) {
        Thread.ofPlatform().daemon().name("input").start(() -> run(rank));
    }

    /** More input; none at its end. The sender's window bounds what waits here. */
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

    /** Whether the rank reads. */
    private static boolean write(OutputStream rank, byte[] bytes) {
        try {
            rank.write(bytes);
            rank.flush();
            return true;
        } catch (IOException e) {
            // It has closed its input, or ended: the rest is for nobody.
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
