package musubi.launch.proxy;

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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Another connection to a running node proxy: from the streams of a remote shell to its socket. */
final class LinkRelay {
    /** The exit code if there is no such proxy; ssh and shells do not use it. */
    static final int NO_PROXY = 79;

    private LinkRelay() {}

    /** Relays until one side ends; returns the exit code. */
    static int run(JobDirectory directory) throws InterruptedException {
        try {
            if (!isOwn(directory.path())) {
                return NO_PROXY;
            }
            SocketChannel socket =
                    SocketChannel.open(
                            UnixDomainSocketAddress.of(LinkListener.socketOf(directory)));
            FileInputStream in = new FileInputStream(FileDescriptor.in);
            OutputStream down = Channels.newOutputStream(socket);
            Thread.ofPlatform().daemon().name("down").start(() -> relay(in, down));
            relay(Channels.newInputStream(socket), new FileOutputStream(FileDescriptor.out));
            return 0;
        } catch (IOException e) {
            return NO_PROXY;
        }
    }

    /** Another user could have created a directory of this name in the temporary directory. */
    private static boolean isOwn(Path directory) throws IOException {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getOwner(Path.of("/proc/self")));
    }

    private static void relay(InputStream from, OutputStream to) {
        try (to) {
            byte[] bytes = new byte[64 * 1024];
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                to.write(bytes, 0, count);
                to.flush();
            }
        } catch (IOException e) {
            // The end of either side ends the connection.
            return;
        }
    }
}
