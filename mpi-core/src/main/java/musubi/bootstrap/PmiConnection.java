package musubi.bootstrap;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * The client's end of the connection to the process manager. A daemon thread reads it all the time,
 * so that the end of the process manager is noticed at once.
 *
 * <p>Thread rule: {@link #receive} from one thread at a time, the rest from any thread.
 */
final class PmiConnection implements AutoCloseable {
    /** The longest line that Musubi's own server takes, in bytes. */
    static final int LINE_LIMIT_BYTES = 64 * 1024;

    private final ByteChannel channel;
    private final Runnable onLost;
    private final ArrayDeque<PmiLine> replies = new ArrayDeque<>();
    private final Object writing = new Object();
    private boolean leaving;
    private String ended;

    /** The number of the latest question of the process manager; see {@link StallLine}. */
    private volatile int question;

    private PmiConnection(ByteChannel channel, Runnable onLost) {
        this.channel = channel;
        this.onLost = onLost;
        Thread reader = new Thread(outermostGroup(), this::read, "musubi-pmi", 128 * 1024L);
        reader.setDaemon(true);
        reader.start();
    }

    /** Whoever interrupts a program's group of threads must not close the connection. */
    private static ThreadGroup outermostGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * Connects to a server on this machine.
     *
     * @param path where its unix-domain socket is
     * @param onLost runs when the connection ends before {@link #expectEnd}
     */
    static PmiConnection overUnixSocket(String path, Runnable onLost) {
        SocketAddress address = UnixDomainSocketAddress.of(path);
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(address);
            return new PmiConnection(channel, onLost);
        } catch (IOException e) {
            throw unreachable("socket=" + path, e);
        }
    }

    /** Connects to a server at {@code host:port}; the rest as {@link #overUnixSocket}. */
    static PmiConnection overTcp(String hostAndPort, Runnable onLost) {
        int colon = hostAndPort.lastIndexOf(':');
        try {
            String host = hostAndPort.substring(0, colon);
            int port = Integer.parseInt(hostAndPort.substring(colon + 1));
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(host, port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new PmiConnection(channel, onLost);
        } catch (IOException | RuntimeException e) {
            throw unreachable("PMI_PORT=" + hostAndPort, e);
        }
    }

    /** Talks over a socket that is connected already; the rest as {@link #overUnixSocket}. */
    static PmiConnection overDescriptor(int descriptor, Runnable onLost) {
        return new PmiConnection(new InheritedSocket(descriptor), onLost);
    }

    /** Sends these lines with one write. */
    void send(PmiLine... lines) {
        byte[][] encoded = new byte[lines.length][];
        int length = 0;
        for (int i = 0; i < lines.length; i++) {
            encoded[i] = lines[i].encode();
            length += encoded[i].length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (byte[] line : encoded) {
            bytes.put(line);
        }
        bytes.flip();
        synchronized (writing) {
            write(bytes);
        }
    }

    private void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw gone(e.getMessage(), e);
        }
    }

    /** Waits for the next line, which must be this command. */
    PmiLine receive(String command) {
        PmiLine line = nextReply();
        if (!line.command().equals(command)) {
            throw new MpiFailure(
                    ErrorClass.INTERN,
                    ("unexpected answer of the process manager: expected=" + command)
                            + (" received=" + line));
        }
        return line;
    }

    private PmiLine nextReply() {
        boolean interrupted = false;
        synchronized (replies) {
            while (replies.isEmpty() && ended == null) {
                try {
                    replies.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (replies.isEmpty()) {
                throw gone(ended, null);
            }
            return replies.poll();
        }
    }

    /** From now on the end of the connection is no accident. */
    void expectEnd() {
        synchronized (replies) {
            leaving = true;
        }
    }

    private void read() {
        String why = "it closed the connection";
        try {
            LineBuffer lines = new LineBuffer(LINE_LIMIT_BYTES);
            while (lines.fill(channel) >= 0) {
                deliver(lines);
            }
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        boolean lost;
        synchronized (replies) {
            ended = why;
            lost = !leaving;
            replies.notifyAll();
        }
        if (lost) {
            onLost.run();
        }
    }

    private void deliver(LineBuffer lines) throws IOException {
        for (String text = lines.next(); text != null; text = lines.next()) {
            PmiLine line = PmiLine.parse(text);
            if (line == null) {
                throw new IOException("it sent a line that is not PMI: " + text);
            }
            if (line.command().equals(StallLine.QUESTION)) {
                question = line.number("question", 0);
            } else {
                synchronized (replies) {
                    replies.add(line);
                    replies.notifyAll();
                }
            }
        }
    }

    /** The number of the latest question whether this rank still waits; 0 before the first. */
    int question() {
        return question;
    }

    @Override
    public void close() {
        expectEnd();
        try {
            channel.close();
        } catch (IOException e) {
            throw gone(e.getMessage(), e);
        }
    }

    private static MpiFailure unreachable(String where, Exception cause) {
        return new MpiFailure(
                ErrorClass.OTHER,
                ("cannot reach the process manager: " + where + " cause=" + cause.getMessage())
                        + "; is mpiexec still running, or is the environment left over from a job?",
                cause);
    }

    private static MpiFailure gone(String why, Exception cause) {
        return new MpiFailure(ErrorClass.OTHER, "the process manager is gone: cause=" + why, cause);
    }
}
