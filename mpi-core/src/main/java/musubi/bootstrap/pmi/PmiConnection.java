package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.ByteArrayOutputStream;
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
 * The client side of the connection to the process manager. A daemon thread reads continuously and
 * thus detects a disconnect at once, which fails requests and, after {@link #failOnDisconnect}, the
 * rank.
 *
 * <p>Thread rule: {@link #receive} from one thread at a time, the rest from any thread.
 */
final class PmiConnection implements AutoCloseable {
    /** The longest line that Musubi's server accepts, in bytes. */
    static final int LINE_LIMIT_BYTES = 64 * 1024;

    private final ByteChannel channel;
    private final Runnable onLost;
    private final ArrayDeque<PmiMessage> replies = new ArrayDeque<>();
    private final Object writing = new Object();

    /** Whether a disconnect is regular, or reported by a request. */
    private boolean endIsExpected = true;

    private String ended;

    /** Whether PMI-2 was agreed on; accessed by the reader only. */
    private boolean framed;

    /** The number of the latest probe; see {@link StallLine}. */
    private volatile int probe;

    private PmiConnection(ByteChannel channel, Runnable onLost) {
        this.channel = channel;
        this.onLost = onLost;
        Thread reader = new Thread(outermostGroup(), this::read, "musubi-pmi", 128 * 1024L);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * The outermost thread group: an interrupt of the program's group must not close the channel.
     */
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
     * @param path the path of its unix-domain socket
     * @param onLost runs on a disconnect between {@link #failOnDisconnect} and {@link
     *     #expectDisconnect}
     */
    static PmiConnection overUnixSocket(String path, Runnable onLost) {
        SocketAddress address = UnixDomainSocketAddress.of(path);
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(address);
            return new PmiConnection(channel, onLost);
        } catch (IOException e) {
            throw unreachable("socket", path, e);
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
            throw unreachable(PmiBootstrap.PORT_VARIABLE, hostAndPort, e);
        }
    }

    /** Uses a connected socket; the rest as {@link #overUnixSocket}. */
    static PmiConnection overDescriptor(int descriptor, Runnable onLost) {
        return new PmiConnection(new InheritedSocket(descriptor), onLost);
    }

    /** Sends these messages with one write. */
    void send(PmiMessage... messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (PmiMessage message : messages) {
            bytes.writeBytes(message.encode());
        }
        synchronized (writing) {
            write(ByteBuffer.wrap(bytes.toByteArray()));
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

    /** Waits for the next message, which must have this command. */
    PmiMessage receive(String command) {
        PmiMessage message = nextReply();
        if (!message.command().equals(command)) {
            throw new MpiFailure(ErrorClass.INTERN, "unexpected reply of the process manager")
                    .with("expected", command)
                    .with("received", message);
        }
        return message;
    }

    /**
     * As {@link #receive}, for a reply with a return code.
     *
     * @throws MpiFailure if the request was refused
     */
    PmiMessage receiveConsent(String command) {
        PmiMessage answer = receive(command);
        if (answer.number("rc", 0) != 0) {
            throw new MpiFailure(ErrorClass.OTHER, "the process manager refused a request")
                    .with("reply", "\"" + answer + "\"");
        }
        return answer;
    }

    private PmiMessage nextReply() {
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

    /** After the rank has joined the job, a disconnect ends the rank. */
    void failOnDisconnect() {
        boolean lost;
        synchronized (replies) {
            endIsExpected = false;
            lost = ended != null;
        }
        if (lost) {
            onLost.run();
        }
    }

    /** From now on a disconnect is regular. */
    void expectDisconnect() {
        synchronized (replies) {
            endIsExpected = true;
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
            lost = !endIsExpected;
            replies.notifyAll();
        }
        if (lost) {
            onLost.run();
        }
    }

    private void deliver(LineBuffer bytes) throws IOException {
        for (PmiMessage next = next(bytes); next != null; next = next(bytes)) {
            if (next.command().equals(StallLine.PROBE)) {
                probe = next.number("question", 0);
            } else {
                synchronized (replies) {
                    replies.add(next);
                    replies.notifyAll();
                }
            }
        }
    }

    /** The next complete message, or null; after the agreement on PMI-2 all are frames. */
    private PmiMessage next(LineBuffer bytes) throws IOException {
        String text = framed ? bytes.nextFrame() : bytes.next();
        if (text == null) {
            return null;
        }
        PmiMessage message = framed ? PmiFrame.parse(text) : PmiLine.parse(text);
        if (message == null) {
            throw new IOException("malformed message: " + text);
        }
        framed |= PmiNegotiation.agreesOn(message) == 2;
        return message;
    }

    /** The number of the latest probe of the deadlock detector; 0 before the first. */
    int latestProbe() {
        return probe;
    }

    @Override
    public void close() {
        expectDisconnect();
        try {
            channel.close();
        } catch (IOException e) {
            throw gone(e.getMessage(), e);
        }
    }

    private static MpiFailure unreachable(String name, String address, Exception cause) {
        return new MpiFailure(ErrorClass.OTHER, "cannot reach the process manager", cause)
                .with(name, address)
                .with("cause", cause.getMessage())
                .advice("is mpiexec running, or is the environment left over from an earlier job?");
    }

    private static MpiFailure gone(String why, Exception cause) {
        return new MpiFailure(ErrorClass.OTHER, "lost the process manager", cause)
                .with("cause", why);
    }
}
