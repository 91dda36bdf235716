package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process manager at a port that follows a script, byte by byte. */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Step> steps = new ArrayList<>();
    private final Thread thread = new Thread(this::serve, "scripted-server");
    private volatile String mismatch;

    /** Bytes to receive or bytes to send; without either, the connection is closed. */
    private record Step(String expected, String answer) {}

    ScriptedServer() {
        try {
            listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread.setDaemon(true);
    }

    ScriptedServer expect(String bytes) {
        steps.add(new Step(bytes, null));
        return this;
    }

    ScriptedServer answer(String bytes) {
        steps.add(new Step(null, bytes));
        return this;
    }

    ScriptedServer hangUp() {
        steps.add(new Step(null, null));
        return this;
    }

    /** The environment of a rank, with these names and values in it; the script is complete. */
    Map<String, String> environment(String... more) {
        Map<String, String> environment = new HashMap<>();
        environment.put("PMI_PORT", "127.0.0.1:" + listener.getLocalPort());
        for (int i = 0; i < more.length; i += 2) {
            environment.put(more[i], more[i + 1]);
        }
        thread.start();
        return environment;
    }

    private void serve() {
        try (Socket socket = listener.accept()) {
            for (Step step : steps) {
                if (step.expected != null) {
                    check(step.expected, socket);
                } else if (step.answer != null) {
                    socket.getOutputStream()
                            .write(step.answer.getBytes(StandardCharsets.ISO_8859_1));
                } else {
                    return;
                }
            }
            // The client closes the connection.
            socket.getInputStream().read();
        } catch (IOException e) {
            mismatch = e.toString();
        }
    }

    private static void check(String expected, Socket socket) throws IOException {
        byte[] bytes = socket.getInputStream().readNBytes(expected.length());
        String seen = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!seen.equals(expected)) {
            throw new IOException("expected: " + expected + " seen: " + seen);
        }
    }

    /** The script has been followed to its end. */
    void assertFinished() {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertEquals(null, mismatch);
        assertEquals(false, thread.isAlive(), "the script has not ended");
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
