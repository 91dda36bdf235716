package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.job.JobDirectory;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Another connection to a running node proxy: from the streams of a remote shell to its socket. */
final class LinkRelay {
    /** The exit code if there is no such proxy; ssh and shells do not use it. */
    static final int NO_PROXY = 79;

    private LinkRelay() {}

    /**
     * Connects to the proxy of a node on this machine; null if there is none.
     *
     * @param own the directory of this process, or null
     */
    static SocketChannel connect(String jobId, int node, JobDirectory own) {
        for (JobDirectory directory : present(jobId, node)) {
            if (own != null && directory.path().equals(own.path())) {
                continue;
            }
            try {
                return SocketChannel.open(
                        UnixDomainSocketAddress.of(LinkListener.socketOf(directory)));
            } catch (IOException e) {
                // It starts, or has ended.
                continue;
            }
        }
        return null;
    }

    private static List<JobDirectory> present(String jobId, int node) {
        try {
            return JobDirectory.presentOfNode(jobId, node);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot search the node proxy", e).with("cause", e);
        }
    }

    /**
     * Relays until one side ends; returns the exit code.
     *
     * @param socket null for no proxy
     */
    static int run(SocketChannel socket) {
        if (socket == null) {
            return NO_PROXY;
        }
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        return run(socket, new FileInputStream(FileDescriptor.in), out);
    }

    /** As {@link #run(SocketChannel)}, with the streams of the remote shell. */
    static int run(SocketChannel socket, InputStream in, OutputStream out) {
        AtomicBoolean shellEnded = new AtomicBoolean();
        Thread.ofPlatform().daemon().name("down").start(() -> relayDown(in, socket, shellEnded));
        InputStream up = Channels.newInputStream(socket);
        byte[] greeting = new byte[1];
        try (out) {
            if (up.read(greeting) > 0) {
                out.write(greeting);
                relay(up, out);
                return 0;
            }
        } catch (IOException e) {
            // The end of either side ends the connection.
        }
        // A proxy starts with a greeting, unless it is about to end.
        return shellEnded.get() ? 0 : NO_PROXY;
    }

    private static void relayDown(InputStream in, SocketChannel socket, AtomicBoolean shellEnded) {
        try (socket) {
            relay(in, Channels.newOutputStream(socket));
            shellEnded.set(true);
        } catch (IOException e) {
            // The proxy has closed the connection.
        }
    }

    /** Relays one direction until its source ends. */
    private static void relay(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[64 * 1024];
        for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
            to.write(bytes, 0, count);
            to.flush();
        }
    }
}
