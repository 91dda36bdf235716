package musubi.bootstrap.pmi;

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
 * so that the end of the process manager is noticed at once. Until {@link #failOnDisconnect} that
 * fails the requests only.
 *
 * <p>Thread rule: {@link #receive} from one thread at a time, the rest from any thread.
 */
final class PmiConnection implements AutoCloseable {
    /** The longest line that Musubi's own server takes, in bytes. */
    static final int LINE_LIMIT_BYTES = 64 * 1024;

    private final ByteChannel channel;
    private final Runnable onLost;
    private final ArrayDeque<PmiMessage> replies = new ArrayDeque<>();
    private final Object writing = new Object();

    /** Whether the end of the connection is no accident, or one that somebody reports. */
    private boolean endIsExpected = true;

    private String ended;

    /** Whether PMI-2 was agreed on; the reader's. */
    private boolean framed;

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
     * @param onLost runs when the connection ends between {@link #failOnDisconnect} and {@link
     *     #expectDisconnect}
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

    /** Sends these messages with one write. */
    void send(PmiMessage... messages) {
        byte[][] encoded = new byte[messages.length][];
        int length = 0;
        for (int i = 0; i < messages.length; i++) {
            encoded[i] = messages[i].encode();
            length += encoded[i].length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (byte[] each : encoded) {
            bytes.put(each);
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

    /** Waits for the next message, which must be this command. */
    PmiMessage receive(String command) {
        PmiMessage message = nextReply();
        if (!message.command().equals(command)) {
            throw new MpiFailure(
                    ErrorClass.INTERN,
                    ("unexpected answer of the process manager: expected=" + command)
                            + (" received=" + message));
        }
        return message;
    }

    /**
     * The same for an answer that may be a refusal.
     *
     * @throws MpiFailure when it is one
     */
    PmiMessage receiveConsent(String command) {
        PmiMessage answer = receive(command);
        if (answer.number("rc", 0) != 0) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "the process manager refused a request: answer=\"" + answer + "\"");
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

    /** The rank has joined the job: from now on the end of the connection is its end. */
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

    /** From now on the end of the connection is no accident. */
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
                question = next.number("question", 0);
            } else {
                synchronized (replies) {
                    replies.add(next);
                    replies.notifyAll();
                }
            }
        }
    }

    /** The next whole message, or null; behind the answer that agrees on PMI-2 all are its own. */
    private PmiMessage next(LineBuffer bytes) throws IOException {
        String text = framed ? bytes.nextFrame() : bytes.next();
        if (text == null) {
            return null;
        }
        PmiMessage message = framed ? PmiFrame.parse(text) : PmiLine.parse(text);
        if (message == null) {
            throw new IOException("it sent something that is not PMI: " + text);
        }
        framed |= PmiNegotiation.agreesOn(message) == 2;
        return message;
    }

    /** The number of the latest question whether this rank still waits; 0 before the first. */
    int latestProbe() {
        return question;
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
