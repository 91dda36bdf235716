package musubi.tcp.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;

/**
 * A relay: accepts circuits of one job and passes their bytes on, with a thread that calls {@link
 * #run}. The other public methods are for any thread.
 */
public final class RelayServer implements Runnable, Closeable {
    private static final int BACKLOG = 1024;

    /** Connections without an opening; beyond it the oldest one is closed. */
    private static final int MAX_CALLS = 256;

    private static final long ACCEPT_PAUSE_NS = 100_000_000;

    private final RelayOptions options;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final CircuitBuffers buffers;
    private final Deadlines deadlines = new Deadlines();
    private final RelayCounters counters = new RelayCounters();
    private final Set<IncomingCall> calls = new LinkedHashSet<>();
    private final Set<Circuit> circuits = new LinkedHashSet<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final RelayNetwork network;
    private volatile boolean closed;

    private RelayServer(
            RelayOptions options,
            Selector selector,
            ServerSocketChannel listener,
            BiConsumer<Integer, Boolean> reached)
            throws IOException {
        this.options = options;
        this.selector = selector;
        this.listener = listener;
        address = (InetSocketAddress) listener.getLocalAddress();
        buffers = new CircuitBuffers(options.bufferBytes());
        network = new RelayNetwork(this, reached);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Listens at the first free port of the options.
     *
     * @throws IOException if all are in use, or the address is not loopback and the job has no
     *     secret
     */
    public static RelayServer open(RelayOptions options) throws IOException {
        return open(options, (_, _) -> {});
    }

    /**
     * The same, with a listener for the relays of other sites.
     *
     * @param reached receives, in the thread of {@link #run}, the id of a relay and whether it has
     *     accepted a call of this one
     */
    public static RelayServer open(RelayOptions options, BiConsumer<Integer, Boolean> reached)
            throws IOException {
        if (!options.host().isLoopbackAddress() && !options.key().isSecret()) {
            throw new IOException(
                    "a relay without a secret listens at loopback only, not at "
                            + options.host().getHostAddress());
        }
        ServerSocketChannel listener = ServerSocketChannel.open();
        Selector selector = Selector.open();
        try {
            bind(listener, options);
            return new RelayServer(options, selector, listener, reached);
        } catch (IOException e) {
            listener.close();
            selector.close();
            throw e;
        }
    }

    private static void bind(ServerSocketChannel listener, RelayOptions options)
            throws IOException {
        for (int port = options.firstPort(); ; port++) {
            try {
                listener.bind(new InetSocketAddress(options.host(), port), BACKLOG);
                return;
            } catch (BindException e) {
                if (port >= options.lastPort()) {
                    throw e;
                }
            }
        }
    }

    /** Where the relay listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** What it has passed on. */
    public RelayCounters counters() {
        return counters;
    }

    /** Serves until the relay is closed. */
    @Override
    public void run() {
        try {
            while (!closed) {
                selector.select(deadlines.untilNextMs());
                for (SelectionKey key : selector.selectedKeys()) {
                    dispatch(key);
                }
                selector.selectedKeys().clear();
                deadlines.run();
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            }
        } catch (IOException | ClosedSelectorException e) {
            throw new IllegalStateException("the relay cannot wait for events", e);
        } finally {
            release();
        }
    }

    private void dispatch(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof RelaySocket socket) {
            socket.dispatch();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            SocketChannel channel = listener.accept();
            if (channel != null) {
                answer(RelaySocket.accepted(channel, selector));
            }
        } catch (IOException _) {
            // Descriptors are short: the connection stays in the queue of the listener.
            SelectionKey key = listener.keyFor(selector);
            key.interestOps(0);
            deadlines.after(ACCEPT_PAUSE_NS, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        }
    }

    /** Awaits the opening of a connection. */
    void answer(RelaySocket socket) {
        IncomingCall.answer(this, socket);
        if (calls.size() > MAX_CALLS) {
            calls.iterator().next().close();
        }
    }

    /** A caller of this job has opened a connection. */
    void opened(RelaySocket socket, RelayOpening opening) throws MalformedRecordException {
        switch (opening.kind()) {
            case RelayOpening.CIRCUIT -> {
                CircuitHeader header = CircuitHeader.decode(opening.body());
                counters.begun();
                Circuit.begin(this, socket, header);
            }
            case RelayOpening.CONTROL -> network.accept(relayId(opening.body()), socket);
            case RelayOpening.CALL_BACK -> {
                if (!network.calledBack(opening.body(), socket)) {
                    throw new MalformedRecordException("a call back that nothing awaits");
                }
            }
            default -> throw new MalformedRecordException("an opening of kind " + opening.kind());
        }
    }

    private static int relayId(byte[] body) throws MalformedRecordException {
        if (body.length != Integer.BYTES) {
            throw new MalformedRecordException("an id of " + body.length + " bytes");
        }
        return ByteBuffer.wrap(body).getInt();
    }

    /**
     * Adds the other relays of the job. Control connections to those of other sites follow.
     *
     * @param site the site of this relay
     * @param peers all relays, this one too or not
     */
    public void join(String site, List<RelayPeer> peers) {
        tasks.add(() -> network.join(site, peers));
        selector.wakeup();
    }

    /** Bytes of the buffers of all circuits, free ones too. */
    long bufferBytes() {
        return buffers.allocatedBytes();
    }

    /** The text of a refusal, with this relay's name. */
    String refusal(String cause) {
        return "relay " + options.id() + " at " + address + ": " + cause;
    }

    int id() {
        return options.id();
    }

    RelayKey key() {
        return options.key();
    }

    Selector selector() {
        return selector;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    CircuitBuffers buffers() {
        return buffers;
    }

    Set<IncomingCall> calls() {
        return calls;
    }

    Set<Circuit> circuits() {
        return circuits;
    }

    RelayNetwork network() {
        return network;
    }

    /** Ends {@link #run}, which closes all connections. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void release() {
        for (SelectionKey key : selector.keys()) {
            try {
                key.channel().close();
            } catch (IOException _) {
                // The descriptor is free in any case.
            }
        }
        try {
            selector.close();
        } catch (IOException _) {
            // The descriptor is free in any case.
        }
    }
}
