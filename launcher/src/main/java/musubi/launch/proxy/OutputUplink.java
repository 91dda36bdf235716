package musubi.launch.proxy;

import musubi.launch.link.Frame;
import musubi.launch.output.LineSink;
import musubi.launch.proxy.OutputPiece.Use;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Sends the output of a node's ranks to mpiexec. A window bounds the bytes in flight, so that a
 * slow reader of mpiexec's output delays the ranks but no other frames.
 *
 * <p>Thread rule: any thread.
 */
final class OutputUplink {
    /** The limit of bytes in flight; a line in pieces may exceed it. */
    static final int WINDOW_BYTES = 1024 * 1024;

    private final Consumer<OutputPiece> link;
    private final Map<Object, Integer> streams = new HashMap<>();
    private long inFlight;

    /**
     * An uplink.
     *
     * @param link sends a piece; may block
     */
    OutputUplink(Consumer<OutputPiece> link) {
        this.link = link;
    }

    /** The sink for one of the two streams. */
    LineSink sink(boolean errors) {
        return new LineSink() {
            @Override
            public void write(Object writer, byte[] tag, byte[] bytes, int from, int to) {
                if (from < to) {
                    sendAll(stream(writer), errors, tag, Arrays.copyOfRange(bytes, from, to));
                }
            }

            /** Always accepted here: mpiexec queues what its sink rejects. */
            @Override
            public boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to) {
                byte[] copy = Arrays.copyOfRange(bytes, from, to);
                send(new OutputPiece(stream(writer), errors, Use.OFFER, text(tag), copy));
                return true;
            }

            @Override
            public void ended(Object writer) {
                send(new OutputPiece(stream(writer), errors, Use.ENDED, null, new byte[0]));
            }
        };
    }

    private synchronized int stream(Object writer) {
        return streams.computeIfAbsent(writer, _ -> streams.size());
    }

    private void sendAll(int stream, boolean errors, byte[] tag, byte[] bytes) {
        for (int from = 0; from < bytes.length; from += Frame.PIECE_BYTES) {
            int to = Math.min(bytes.length, from + Frame.PIECE_BYTES);
            Use use = to < bytes.length ? Use.WRITE_BEGINNING : Use.WRITE;
            byte[] part = Arrays.copyOfRange(bytes, from, to);
            send(new OutputPiece(stream, errors, use, text(tag), part));
        }
    }

    private static String text(byte[] tag) {
        return tag == null ? null : new String(tag, StandardCharsets.UTF_8);
    }

    private void send(OutputPiece piece) {
        awaitRoom(piece.bytes().length);
        link.accept(piece);
    }

    private synchronized void awaitRoom(int bytes) {
        boolean interrupted = false;
        while (bytes > 0 && inFlight >= WINDOW_BYTES) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        inFlight += bytes;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Frees window space for bytes that mpiexec has written. */
    synchronized void acknowledged(int bytes) {
        inFlight -= bytes;
        notifyAll();
    }
}
