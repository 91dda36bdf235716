package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.job.JobSecret;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.Heartbeat;
import musubi.launch.link.LinkTls;
import musubi.launch.link.ProxyLink;
import musubi.launch.process.Watcher;
import musubi.launch.program.Installation;

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
final class ChildProxies {
    /** How long the carrier of a link may take to end when the job has, in ms. */
    private static final long END_PATIENCE_MS = 500;

    private final int place;
    private final ProxyTree tree;
    private final Above above;
    private final Map<Integer, ProxyLink> links = new ConcurrentHashMap<>();
    private final List<Process> carriers = new CopyOnWriteArrayList<>();
    private volatile ProxyListener reception;
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
    ChildProxies(int place, ProxyTree tree, Above above) {
        this.place = place;
        this.tree = tree;
        this.above = above;
    }

    /** Starts the node proxies next below, each on a thread of its own; returns at once. */
    void start(Installation installation, Watcher watcher) {
        if (tree.remoteLaunch().launcher() == RemoteLaunch.Launcher.MANUAL) {
            if (!tree.childrenOf(place).isEmpty()) {
                askForProxies(installation);
            }
            return;
        }
        for (int node : tree.childrenOf(place)) {
            String host = tree.hosts().get(node).name();
            ProxyStarter start =
                    new ProxyStarter(
                            tree, installation, watcher, line -> above.message(host + ": " + line));
            Thread.ofPlatform().daemon().name("node-" + node).start(() -> serve(start, node));
        }
    }

    /** Prints what a person has to type, and waits for the calls. */
    private void askForProxies(Installation installation) {
        String secret = JobSecret.create();
        String address = ListenAddress.choose(tree, place, System.getenv());
        reception = new ProxyListener(tree, secret, address, this::serve, above::message);
        for (int node : tree.childrenOf(place)) {
            List<String> words = RemoteCommand.proxyWords(installation, tree.jobId(), node);
            words.add(reception.address());
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

    /** Takes over a link and reads it to its end. */
    void serve(ProxyLink link) {
        links.put(link.node(), link);
        if (link.carrier() != null) {
            carriers.add(link.carrier());
        }
        Heartbeat.everySecond("heartbeat", () -> ping(link));
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
                link.abort();
            }
        }
    }

    /** Those below may have been stopped, or may be now. */
    void resetTimers() {
        links.values().forEach(ProxyLink::resetTimer);
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
