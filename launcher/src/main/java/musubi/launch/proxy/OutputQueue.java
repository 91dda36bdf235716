package musubi.launch.proxy;

import musubi.launch.output.OutputSink;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjIntConsumer;

/**
 * The output of all nodes at mpiexec, written to one of its two streams on a thread of its own,
 * since writes may block. The windows of the nodes bound the queue.
 *
 * <p>Thread rule: any thread.
 */
final class OutputQueue {
    private final OutputSink sink;
    private final ObjIntConsumer<Integer> taken;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final AtomicLong waiting = new AtomicLong();

    /** Accessed by the writing thread only. */
    private final Map<String, Writer> writers = new HashMap<>();

    private record Arrival(int node, OutputPiece piece) {}

    /** A stream of a node, with the bytes of an incomplete write. */
    private static final class Writer {
        final ByteArrayOutputStream held = new ByteArrayOutputStream();
    }

    /**
     * A queue.
     *
     * @param taken receives the node and the number of bytes written
     */
    OutputQueue(OutputSink sink, ObjIntConsumer<Integer> taken) {
        this.sink = sink;
        this.taken = taken;
        Thread.ofPlatform().daemon().name("output-of-nodes").start(this::run);
    }

    /** Adds output of a node. */
    void add(int node, OutputPiece piece) {
        waiting.incrementAndGet();
        arrivals.add(new Arrival(node, piece));
    }

    /** Whether all output has been written. */
    boolean isEmpty() {
        return waiting.get() == 0;
    }

    private void run() {
        try {
            while (true) {
                Arrival arrival = arrivals.take();
                OutputPiece piece = arrival.piece();
                String name = arrival.node() + "." + piece.stream() + "." + piece.errors();
                write(writers.computeIfAbsent(name, _ -> new Writer()), piece);
                waiting.decrementAndGet();
                if (piece.bytes().length > 0) {
                    taken.accept(arrival.node(), piece.bytes().length);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Writer writer, OutputPiece piece) {
        writer.held.writeBytes(piece.bytes());
        if (piece.use() == OutputPiece.Use.WRITE_BEGINNING) {
            return;
        }
        byte[] bytes = writer.held.toByteArray();
        byte[] tag = piece.tagBytes();
        boolean written =
                switch (piece.use()) {
                    case OFFER -> sink.offer(writer, tag, bytes, 0, bytes.length);
                    default -> {
                        sink.write(writer, tag, bytes, 0, bytes.length);
                        yield true;
                    }
                };
        if (written) {
            writer.held.reset();
        }
        if (piece.use() == OutputPiece.Use.ENDED) {
            sink.ended(writer);
        }
    }
}
