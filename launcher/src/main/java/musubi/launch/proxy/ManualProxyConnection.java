package musubi.launch.proxy;

import musubi.launch.failure.CommandName;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkHandshake.Caller;
import musubi.launch.link.LinkStreams;
import musubi.launch.link.LinkTls;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.link.Renewal.Gone;
import musubi.launch.options.ParsedOptions;
import musubi.launch.output.OutputSink;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The connections to mpiexec of a node proxy that the user has started.
 *
 * <p>Thread rule: one thread.
 */
final class ManualProxyConnection implements Renewal {
    private static final int CONNECT_TIMEOUT_MS = 10_000;

    /**
     * mpiexec listens as long as it runs: after this number of refusals in sequence it has ended.
     */
    private static final int MAX_REFUSALS = 5;

    private final String host;
    private final int port;
    private final String secret;
    private final String jobId;
    private final Caller caller;

    /** Null without encryption. */
    private final LinkTls tls;

    private int refusals;

    /**
     * Reads the secret, the first line of the input.
     *
     * @param address host:port of mpiexec
     * @param withTls whether mpiexec uses TLS
     */
    ManualProxyConnection(
            String address, String jobId, int node, boolean withTls, InputStream input) {
        int colon = address.lastIndexOf(':');
        host = address.substring(0, Math.max(0, colon));
        port = ParsedOptions.number("port", address.substring(colon + 1));
        this.jobId = jobId;
        caller = Caller.thisProcess(node);
        System.err.println(
                OutputSink.PREFIX
                        + "node proxy: type the secret that "
                        + CommandName.get()
                        + " has printed");
        secret = secret(input);
        // Created before the connection, since it takes time that the handshake limits.
        tls = withTls ? new LinkTls(secret, jobId) : null;
    }

    private static String secret(InputStream input) {
        try {
            String line =
                    new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII))
                            .readLine();
            if (line == null || line.isBlank()) {
                throw LaunchFailure.of("no secret on standard input");
            }
            return line.strip();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot read the secret", e).with("cause", e.getMessage());
        }
    }

    /**
     * The first connection.
     *
     * @throws LaunchFailure if mpiexec cannot be reached or has another secret
     */
    Connection first() {
        try {
            return connect();
        } catch (IOException | IllegalArgumentException e) {
            throw LaunchFailure.of("cannot reach " + CommandName.get(), e)
                    .with("address", host + ":" + port)
                    .with("cause", e.getMessage());
        }
    }

    /** Connects and authenticates. */
    @Override
    public Connection connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MS);
            refusals = 0;
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(CONNECT_TIMEOUT_MS);
            LinkStreams streams = tls == null ? LinkStreams.of(socket) : tls.over(socket, true);
            new LinkHandshake(secret, jobId, streams.in(), streams.out()).initiate(caller);
            socket.setSoTimeout(0);
            FrameStream stream = new FrameStream(streams.in(), streams.out());
            stream.greet();
            return new Connection(stream, null);
        } catch (ConnectException e) {
            socket.close();
            if (++refusals >= MAX_REFUSALS) {
                throw new Gone(CommandName.get() + " does not listen any more: " + e.getMessage());
            }
            throw e;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
