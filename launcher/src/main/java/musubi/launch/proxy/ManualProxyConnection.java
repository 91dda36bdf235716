package musubi.launch.proxy;

import musubi.launch.failure.CommandName;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkStreams;
import musubi.launch.link.LinkTls;
import musubi.launch.options.ParsedOptions;
import musubi.launch.output.OutputSink;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The connection to mpiexec of a node proxy that the user has started. */
final class ManualProxyConnection {
    private static final int CONNECT_TIMEOUT_MS = 10_000;

    private ManualProxyConnection() {}

    /**
     * Connects and authenticates with the secret, the first line of the input.
     *
     * @param address host:port
     * @param tls whether mpiexec uses TLS
     * @throws LaunchFailure if mpiexec cannot be reached or has another secret
     */
    static FrameStream connect(
            String address, String jobId, int node, boolean tls, InputStream input) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, Math.max(0, colon));
        int port = ParsedOptions.number("port", address.substring(colon + 1));
        System.err.println(
                OutputSink.PREFIX
                        + "node proxy: type the secret that "
                        + CommandName.get()
                        + " has printed");
        try {
            String secret =
                    new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII))
                            .readLine();
            if (secret == null || secret.isBlank()) {
                throw LaunchFailure.of("no secret on standard input");
            }
            String stripped = secret.strip();
            // Created before the connection, since it takes time that the handshake limits.
            LinkTls context = tls ? new LinkTls(stripped, jobId) : null;
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            LinkStreams streams = tls ? context.over(socket, true) : LinkStreams.of(socket);
            new LinkHandshake(stripped, jobId, streams.in(), streams.out()).initiate(node);
            return new FrameStream(streams.in(), streams.out());
        } catch (IOException | IllegalArgumentException e) {
            throw LaunchFailure.of("cannot reach " + CommandName.get(), e)
                    .with("address", address)
                    .with("cause", e.getMessage());
        }
    }
}
