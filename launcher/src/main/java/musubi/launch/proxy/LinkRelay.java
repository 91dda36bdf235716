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
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream down = Channels.newOutputStream(socket);
        Thread.ofPlatform().daemon().name("down").start(() -> relay(in, down));
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // A proxy starts with a greeting, unless it is about to end.
        return relay(Channels.newInputStream(socket), out) ? 0 : NO_PROXY;
    }

    /** Relays one direction; whether there was anything. */
    private static boolean relay(InputStream from, OutputStream to) {
        boolean any = false;
        try (to) {
            byte[] bytes = new byte[64 * 1024];
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                any = true;
                to.write(bytes, 0, count);
                to.flush();
            }
        } catch (IOException e) {
            // The end of either side ends the connection.
            return any;
        }
        return any;
    }
}
