package musubi.launch;

import musubi.launch.Frame.Kind;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The links of mpiexec, or of a node proxy, to the node proxies next below: starts these, passes
 * frames down, hands over what comes up, and finds out when one is gone.
 *
 * <p>Thread rule: any thread.
 */
final class Subtree {
    /** How long the carrier of a link may take to end when the job has, in ms. */
    private static final long END_PATIENCE_MS = 500;

    private final int place;
    private final ProxyTree tree;
    private final Above above;
    private final Map<Integer, ProxyLink> links = new ConcurrentHashMap<>();
    private final List<Process> carriers = new CopyOnWriteArrayList<>();
    private volatile Reception reception;
    private volatile boolean closed;

    /** Who gets what comes up; called from many threads. */
    interface Above {
        /** A frame of a node below. */
        void received(Frame frame);

        /** A node next below, and with it all below that, is gone, or could not be started. */
        void lost(int node, LaunchFailure why);

        /** Something for the user to read. */
        void message(String text);
    }

    /**
     * Nothing started yet.
     *
     * @param place the node at the top of it, or the root
     */
    Subtree(int place, ProxyTree tree, Above above) {
        this.place = place;
        this.tree = tree;
        this.above = above;
    }

    /** Starts the node proxies next below, each on a thread of its own; returns at once. */
    void start(Installation installation, Watcher watcher) {
        if (tree.reach().launcher() == Reach.Launcher.MANUAL) {
            if (!tree.childrenOf(place).isEmpty()) {
                askForProxies(installation);
            }
            return;
        }
        for (int node : tree.childrenOf(place)) {
            String host = tree.hosts().get(node).name();
            ProxyStart start =
                    new ProxyStart(
                            tree, installation, watcher, line -> above.message(host + ": " + line));
            Thread.ofPlatform().daemon().name("node-" + node).start(() -> serve(start, node));
        }
    }

    /** Prints what a person has to type, and waits for the calls. */
    private void askForProxies(Installation installation) {
        String secret = JobSecret.create();
        String address = ListenAddress.choose(tree, place, System.getenv());
        reception = new Reception(tree, secret, address, this::serve, above::message);
        for (int node : tree.childrenOf(place)) {
            List<String> words = RemoteCommand.proxyWords(installation, tree.jobId(), node);
            words.add(reception.address());
            if (tree.reach().tls()) {
                words.add(LinkTls.WORD);
            }
            String host = tree.hosts().get(node).name();
            above.message("on " + host + ": " + RemoteCommand.quoted(words));
        }
        above.message("then type there: " + secret);
    }

    private void serve(ProxyStart start, int node) {
        try {
            serve(start.start(node));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LaunchFailure e) {
            above.lost(node, e);
        }
    }

    /** Takes over a link and reads it to its end. */
    void serve(ProxyLink link) {
        links.put(link.node(), link);
        if (link.carrier() != null) {
            carriers.add(link.carrier());
        }
        Heartbeat.every("heartbeat", () -> ping(link));
        link.send(Frame.of(Kind.TREE, link.node(), tree.write()));
        if (closed) {
            link.close();
        }
        for (Frame frame = link.read(); frame != null; frame = link.read()) {
            if (frame.kind() != Kind.PING) {
                above.received(frame);
            }
        }
        ended(link);
    }

    private boolean ping(ProxyLink link) {
        link.send(Frame.of(Kind.PING, link.node()));
        return links.get(link.node()) == link;
    }

    private void ended(ProxyLink link) {
        String host = tree.hosts().get(link.node()).name();
        above.lost(link.node(), LaunchFailure.of("lost the node proxy on " + host, null));
        links.remove(link.node());
        synchronized (this) {
            notifyAll();
        }
    }

    /** Sends a frame to a node below; nobody gets it when the way is not there. */
    void send(Frame frame) {
        ProxyLink link = links.get(tree.towards(place, frame.node()));
        if (link != null) {
            link.send(frame);
        }
    }

    /** Another second has passed: ends the links that have been silent for too long. */
    void tick() {
        for (ProxyLink link : links.values()) {
            if (!link.tick()) {
                link.cut();
            }
        }
    }

    /** Those below may have been stopped, or may be now. */
    void forgive() {
        links.values().forEach(ProxyLink::forgive);
    }

    /** Waits until all links have ended from below. */
    synchronized void awaitEnd() throws InterruptedException {
        while (!links.isEmpty()) {
            wait();
        }
    }

    /** Ends all links, and waits a little for what carries them. */
    void close(Watcher watcher) throws InterruptedException {
        closed = true;
        if (reception != null) {
            reception.close();
        }
        for (ProxyLink link : links.values()) {
            // The other end may not read any more, and then this blocks.
            Thread.ofPlatform().daemon().name("end-of-node").start(link::close);
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_PATIENCE_MS);
        for (Process carrier : carriers) {
            long leftNs = Math.max(0, deadlineNs - System.nanoTime());
            carrier.waitFor(leftNs, TimeUnit.NANOSECONDS);
            watcher.forget(carrier.pid());
        }
    }
}
