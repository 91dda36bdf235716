package musubi.launch.proxy;

import musubi.bootstrap.pmi.PmiLine;
import musubi.error.Descriptors;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.pmi.KeyLookup;
import musubi.launch.pmi.PmiLineHandler;
import musubi.launch.pmi.PmiSession;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Relays PMI between the ranks of a node and mpiexec. Gets of visible values are answered here or
 * by the node that owns the value.
 *
 * <p>Thread rule: any thread.
 */
final class PmiRelay implements PmiLineHandler {
    private final BiConsumer<Kind, PayloadWriter> link;
    private final Consumer<Frame> nodes;
    private final Consumer<String> failures;
    private final KeyCache cache;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, PmiSession> sessions = new ConcurrentHashMap<>();
    private final Map<PmiSession, Integer> numbers = new ConcurrentHashMap<>();

    /**
     * A relay.
     *
     * @param node the number of this node
     * @param link sends a frame to mpiexec
     * @param nodes sends a frame to any node, including this one
     * @param failures receives the cause of a failed PMI server
     */
    PmiRelay(
            int node,
            BiConsumer<Kind, PayloadWriter> link,
            Consumer<Frame> nodes,
            Consumer<String> failures) {
        this.link = link;
        this.nodes = nodes;
        this.failures = failures;
        cache = new KeyCache(node);
    }

    /** Sets the number of nodes. */
    void nodes(int count) {
        cache.nodes(count);
    }

    @Override
    public void handle(PmiSession session, String text) {
        PmiLine line = PmiLine.parse(text);
        PmiLine known = line == null ? null : cache.answer(line);
        if (known != null) {
            session.send(known);
            return;
        }
        int number = number(session);
        KeyLookup lookup = line == null ? null : cache.lookup(number, line);
        if (lookup != null) {
            nodes.accept(cache.frame(lookup));
        } else {
            link.accept(Kind.PMI, new PayloadWriter().number(number).text(text));
        }
    }

    private int number(PmiSession session) {
        return numbers.computeIfAbsent(
                session,
                one -> {
                    int number = next.getAndIncrement();
                    sessions.put(number, one);
                    return number;
                });
    }

    @Override
    public void disconnected(PmiSession session) {
        Integer number = numbers.remove(session);
        if (number != null) {
            sessions.remove(number);
            link.accept(Kind.PMI_END, new PayloadWriter().number(number));
        }
    }

    @Override
    public void serverFailed(IOException cause) {
        failures.accept("the PMI server failed: " + Descriptors.describe(cause));
    }

    /** Stores new visible values. */
    void storeKeys(PayloadReader in) throws IOException {
        cache.store(in);
    }

    /** Partitions the values of an epoch. */
    void partitionKeys(PayloadReader in) throws IOException {
        cache.partition(in);
    }

    /** Answers a lookup of a value owned by this node. */
    void answerLookup(KeyLookup lookup) {
        String answer = cache.answer(lookup).toString();
        PayloadWriter out = new PayloadWriter().number(lookup.session()).text(answer);
        nodes.accept(Frame.of(Kind.KEY_ANSWER, lookup.origin(), out));
    }

    /** Delivers a reply of mpiexec or of the owner of a value to a rank. */
    void answer(Frame frame) throws IOException {
        PayloadReader in = frame.reader();
        PmiSession session = sessions.get(in.number());
        if (session == null) {
            // The rank has just ended.
            return;
        }
        if (frame.kind() == Kind.PMI_END) {
            session.close();
        } else {
            session.send((in.text() + "\n").getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
