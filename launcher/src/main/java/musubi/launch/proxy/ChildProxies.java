package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.job.JobSecret;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.LinkTls;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.link.ProxyLink;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The links of mpiexec or a node proxy to its child node proxies: starts the children, routes
 * frames to them, delivers their frames, and detects lost children.
 *
 * <p>Thread rule: any thread.
 */
final class ChildProxies {
    /** The time for the carrier process of a link to end after the job, in ms. */
    private static final long END_PATIENCE_MS = 500;

    private final int place;
    private final ProxyTree tree;
    private final Above above;
    private final Map<Integer, ProxyLink> links = new ConcurrentHashMap<>();
    private final List<ProxyStarter> starters = new CopyOnWriteArrayList<>();
    private volatile Watcher watcher;
    private volatile ProxyListener listener;
    private volatile boolean closed;

    /** The receiver of frames and losses; called from many threads. */
    interface Above {
        /** A frame of a descendant. */
        void received(Frame frame);

        /** A child is lost with its descendants, or could not be started. */
        void lost(int node, LaunchFailure why);

        /** A message for the user. */
        void message(String text);

        /** A message for the user on what the job waits for, also at its end. */
        default void note(String text) {
            message(text);
        }
    }

    /**
     * Links to children that are not started yet.
     *
     * @param place the parent node, or the root
     */
    ChildProxies(int place, ProxyTree tree, Above above) {
        this.place = place;
        this.tree = tree;
        this.above = above;
    }

    /** Starts the children, each on a thread of its own; returns immediately. */
    void start(Installation installation, Watcher processes) {
        watcher = processes;
        if (tree.remoteLaunch().launcher() == RemoteLaunch.Launcher.MANUAL) {
            if (!tree.childrenOf(place).isEmpty()) {
                listenForProxies(installation);
            }
            return;
        }
        for (int node : tree.childrenOf(place)) {
            String host = tree.hosts().get(node).name();
            ProxyStarter start =
                    new ProxyStarter(
                            tree,
                            installation,
                            processes,
                            line -> above.message(host + ": " + line));
            starters.add(start);
            Thread.ofPlatform().daemon().name("node-" + node).start(() -> serve(start, node));
        }
    }

    /** Prints the commands for the user to type, and listens for the proxies. */
    private void listenForProxies(Installation installation) {
        String secret = JobSecret.create();
        String address = ListenAddress.choose(tree, place, System.getenv());
        listener =
                new ProxyListener(
                        tree,
                        secret,
                        address,
                        ProxyListener.HANDSHAKE_TIMEOUT_MS,
                        this::serve,
                        above::message);
        for (int node : tree.childrenOf(place)) {
            List<String> words = RemoteCommand.proxyWords(installation, tree.jobId(), node);
            words.add(listener.address());
            if (tree.remoteLaunch().tls()) {
                words.add(LinkTls.WORD);
            }
            String host = tree.hosts().get(node).name();
            above.message("on " + host + ": " + RemoteCommand.quoted(words));
        }
        above.message("then type there: " + secret);
    }

    private void serve(ProxyStarter start, int node) {
        try {
            serve(start.start(node));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LaunchFailure e) {
            above.lost(node, e);
        }
    }

    /** Serves a link until its end. */
    void serve(ProxyLink link) {
        links.put(link.node(), link);
        link.send(Frame.of(Kind.TREE, link.node(), new PayloadWriter().record(tree)));
        if (closed) {
            link.close();
        }
        try {
            for (Frame frame = link.read(); frame != null; frame = link.read()) {
                if (frame.kind() == Kind.HELLO && frame.node() == link.node()) {
                    rememberToKill(link.node(), frame.reader());
                }
                above.received(frame);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended(link);
    }

    /** The end of this process does not end a proxy whose link happens to be broken. */
    private void rememberToKill(int node, PayloadReader hello) {
        if (tree.remoteLaunch().launcher() == RemoteLaunch.Launcher.MANUAL
                || RemoteCommand.isChild(tree, node)) {
            return;
        }
        try {
            hello.number();
            hello.word();
            watcher.atEnd(node, RemoteCommand.kill(tree, node, hello.number()));
        } catch (IOException e) {
            // The receiver of the frame reports it.
            return;
        }
    }

    private void ended(ProxyLink link) {
        String host = tree.hosts().get(link.node()).name();
        String why = link.cause().isEmpty() ? "" : ": " + link.cause();
        above.lost(link.node(), LaunchFailure.of("lost the node proxy on " + host + why, null));
        links.remove(link.node());
        if (link.cause().isEmpty()) {
            watcher.atEnd(link.node(), "");
        }
        synchronized (this) {
            notifyAll();
        }
    }

    /** Sends a frame towards a descendant; dropped if the link to it is gone. */
    void send(Frame frame) {
        ProxyLink link = links.get(tree.towards(place, frame.node()));
        if (link != null) {
            link.send(frame);
        }
    }

    /** As {@link #send}; waits while much of the link is unacknowledged. */
    void sendBulk(Frame frame) {
        ProxyLink link = links.get(tree.towards(place, frame.node()));
        try {
            if (link != null) {
                link.sendBulk(frame);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An interval of {@link musubi.launch.link.Heartbeat} on all links. */
    void tick() {
        for (ProxyLink link : links.values()) {
            String note = link.tick();
            if (note != null) {
                String text = tree.hosts().get(link.node()).name() + ": " + note;
                // The reader of mpiexec's standard error may block it; heartbeats go on.
                Thread.ofPlatform().daemon().name("silence").start(() -> above.note(text));
            }
        }
    }

    /** The present silence of the child on the way to a node, or an empty text. */
    String silence(int node) {
        ProxyLink link = links.get(tree.towards(place, node));
        return link == null ? "" : link.silence();
    }

    /** Whether the child on the way to a node has no connection at present. */
    boolean isBroken(int node) {
        ProxyLink link = links.get(tree.towards(place, node));
        return link != null && link.isBroken();
    }

    /** Waits a limited time until all children have what was sent to them. */
    void awaitDelivery(long limitMs) throws InterruptedException {
        for (ProxyLink link : links.values()) {
            link.awaitDelivery(limitMs);
        }
    }

    /** Waits until all children have closed their links. */
    synchronized void awaitEnd() throws InterruptedException {
        while (!links.isEmpty()) {
            wait();
        }
    }

    /** Closes all links, and waits briefly for their carrier processes. */
    void close() throws InterruptedException {
        closed = true;
        if (listener != null) {
            listener.close();
        }
        links.values().forEach(ProxyLink::close);
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_PATIENCE_MS);
        for (ProxyStarter starter : starters) {
            Process carrier = starter.carrier();
            if (carrier != null) {
                long leftNs = Math.max(0, deadlineNs - System.nanoTime());
                carrier.waitFor(leftNs, TimeUnit.NANOSECONDS);
                watcher.forget(carrier.pid());
            }
        }
    }
}
