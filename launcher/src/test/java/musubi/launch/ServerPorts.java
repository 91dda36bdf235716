package musubi.launch;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that accept only a port number. */
final class ServerPorts {
    /** Below the kernel's ephemeral ports (32768 and up). */
    private static final int FIRST = 10_000;

    private static final int BOUND = 30_000;

    private ServerPorts() {}

    /** Free ports that no client's socket gets before the server listens. */
    static List<Integer> free(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BOUND);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
