package musubi.launch.proxy;

import musubi.error.Descriptors;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.job.JobDirectory;
import musubi.launch.link.FrameStream;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal.Connection;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The socket of a node proxy at which {@link LinkRelay} connects after its link has broken. It is
 * in the directory of the node, which only the user may enter.
 */
final class LinkListener {
    /** How long it waits for a free descriptor before it tries again. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final JobDirectory directory;
    private final ServerSocketChannel listener;

    private LinkListener(JobDirectory directory, ServerSocketChannel listener) {
        this.directory = directory;
        this.listener = listener;
    }

    /** The socket of a node. */
    static Path socketOf(JobDirectory directory) {
        return directory.resolve("link");
    }

    /** Listens in a directory; connections wait for {@link #serve}. */
    static LinkListener open(JobDirectory directory) {
        try {
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(socketOf(directory)));
            return new LinkListener(directory, listener);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot listen for connections after a break", e)
                    .with("socket", socketOf(directory))
                    .with("cause", e);
        }
    }

    /** Accepts connections until the process ends; each replaces the former one. */
    void serve(ProxyLink link) {
        Thread.ofPlatform().daemon().name("link-listener").start(() -> acceptAll(link));
    }

    private void acceptAll(ProxyLink link) {
        try (listener) {
            while (true) {
                SocketChannel socket = accept();
                FrameStream stream =
                        new FrameStream(
                                Channels.newInputStream(socket), Channels.newOutputStream(socket));
                try {
                    stream.greet();
                    link.attach(new Connection(stream, null));
                } catch (IOException e) {
                    socket.close();
                }
            }
        } catch (IOException e) {
            System.err.println("node proxy: cannot accept connections after a break: " + e);
        }
    }

    /** The next connection; without descriptors it waits until some are free. */
    private SocketChannel accept() throws IOException {
        while (true) {
            try {
                return listener.accept();
            } catch (IOException e) {
                if (!Descriptors.areExhausted(e)) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /** Stops listening, and removes the directory. */
    void withdraw() {
        try {
            listener.close();
            directory.removeAlone();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot remove the directory of a node", e).with("cause", e);
        }
    }
}
