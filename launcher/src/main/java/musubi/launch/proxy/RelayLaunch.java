package musubi.launch.proxy;

import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RelayPlan;
import musubi.launch.hosts.RelayPlan.Relay;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadWriter;
import musubi.launch.pmi.PmiProtocol;
import musubi.launch.process.RelayStart;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The relays of a job on several sites: starts them on their hosts, gives each the addresses of the
 * others, awaits which of them accept calls, and publishes them to the ranks. A relay that does not
 * start or ends early is a warning only.
 *
 * <p>Thread rule: any thread.
 */
final class RelayLaunch {
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    /** An attempt to call that is not answered counts as failed. */
    private static final long CALL_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final String FAILED = "has not started: ";

    /** Where a job with relays is. */
    private enum Stage {
        STARTING,
        CALLING,
        PUBLISHED
    }

    private final RelayPlan plan;
    private final List<HostSlots> hosts;
    private final PmiProtocol protocol;
    private final Consumer<Frame> link;
    private final Consumer<String> reports;
    private final boolean explain;

    /** By id; null until the relay listens. */
    private final String[] addresses;

    /** Relays that have failed or ended. */
    private final BitSet gone = new BitSet();

    /** For each relay those that have tried to call it, and whether one has succeeded. */
    private final BitSet[] callers;

    private final BitSet reached = new BitSet();
    private Stage stage = Stage.STARTING;
    private long stageNs;

    /**
     * Relays that are not started yet.
     *
     * @param link sends frames to nodes
     * @param reports receives messages to the user
     * @param explain whether to report what each relay has copied
     */
    RelayLaunch(
            RelayPlan plan,
            List<HostSlots> hosts,
            PmiProtocol protocol,
            Consumer<Frame> link,
            Consumer<String> reports,
            boolean explain) {
        this.plan = plan;
        this.hosts = hosts;
        this.protocol = protocol;
        this.link = link;
        this.reports = reports;
        this.explain = explain;
        addresses = new String[plan.relays().size()];
        callers = new BitSet[addresses.length];
        for (int id = 0; id < callers.length; id++) {
            callers[id] = new BitSet();
        }
    }

    /**
     * Starts them.
     *
     * @param secret that of the user; null for the job's
     */
    synchronized void start(String secret) {
        protocol.expectRelays();
        String key = secret == null ? protocol.secret() : secret;
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        String encoded = Base64.getEncoder().encodeToString(bytes);
        stageNs = System.nanoTime();
        for (int id = 0; id < addresses.length; id++) {
            Relay relay = plan.relays().get(id);
            RelayStart start =
                    new RelayStart(id, relay.site(), plan.firstPort(), plan.lastPort(), encoded);
            PayloadWriter payload = new PayloadWriter().record(start);
            link.accept(Frame.of(Kind.RELAY_START, relay.node(), payload));
        }
    }

    /** A relay has written a line. */
    synchronized void received(int node, String line) {
        int id = idOn(node);
        if (id < 0) {
            return;
        }
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = line.substring(space + 1);
        switch (word) {
            case "listening" -> addresses[id] = rest;
            case "reached", "missed" -> called(id, Integer.parseInt(rest), word.equals("reached"));
            case "copied" -> reportCopied(id, rest);
            case "ended" -> lost(id, rest);
            default -> lost(id, FAILED + rest);
        }
        advance();
    }

    /** A host is lost with its relay. */
    synchronized void lostNode(int node) {
        int id = idOn(node);
        if (id >= 0) {
            gone.set(id);
            advance();
        }
    }

    /** Time has passed. */
    synchronized void tick() {
        advance();
    }

    private int idOn(int node) {
        for (int id = 0; id < addresses.length; id++) {
            if (plan.relays().get(id).node() == node) {
                return id;
            }
        }
        return -1;
    }

    private void called(int caller, int id, boolean success) {
        if (id >= 0 && id < addresses.length) {
            callers[id].set(caller);
            if (success) {
                reached.set(id);
            }
        }
    }

    private String name(int id) {
        Relay relay = plan.relays().get(id);
        return "relay %d of site %s on %s"
                .formatted(id, relay.site(), hosts.get(relay.node()).name());
    }

    private void reportCopied(int id, String numbers) {
        // Its end is regular.
        gone.set(id);
        if (explain) {
            String[] both = numbers.split(" ");
            reports.accept(name(id) + ": " + both[0] + " circuits, " + both[1] + " bytes");
        }
    }

    /**
     * A relay has failed or ended.
     *
     * @param predicate what has happened to it
     */
    private void lost(int id, String predicate) {
        if (!gone.get(id)) {
            gone.set(id);
            reports.accept(
                    "warning: " + name(id) + " " + predicate + "; circuits take other routes");
        }
    }

    private void advance() {
        long sinceNs = System.nanoTime() - stageNs;
        if (stage == Stage.STARTING && (allListen() || sinceNs > START_LIMIT_NS)) {
            for (int id = 0; id < addresses.length; id++) {
                if (addresses[id] == null) {
                    lost(id, FAILED + "it does not answer");
                }
            }
            introduce();
            stage = Stage.CALLING;
            stageNs = System.nanoTime();
            sinceNs = 0;
        }
        if (stage == Stage.CALLING && (allHaveCalled() || sinceNs > CALL_LIMIT_NS)) {
            stage = Stage.PUBLISHED;
            protocol.publishRelays(values());
        }
    }

    private boolean allListen() {
        for (int id = 0; id < addresses.length; id++) {
            if (addresses[id] == null && !gone.get(id)) {
                return false;
            }
        }
        return true;
    }

    /** Sends each relay the addresses of all. */
    private void introduce() {
        for (int id : running()) {
            for (int peer : running()) {
                String site = plan.relays().get(peer).site();
                send(id, "peer " + peer + " " + site + " " + addresses[peer]);
            }
            send(id, "join");
        }
    }

    private void send(int id, String line) {
        int node = plan.relays().get(id).node();
        link.accept(Frame.of(Kind.RELAY, node, new PayloadWriter().text(line)));
    }

    private List<Integer> running() {
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < addresses.length; id++) {
            if (addresses[id] != null && !gone.get(id)) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Whether each relay has called those of other sites once. */
    private boolean allHaveCalled() {
        for (int id : running()) {
            for (int caller : running()) {
                boolean sameSite = site(caller).equals(site(id));
                if (!sameSite && !callers[id].get(caller)) {
                    return false;
                }
            }
        }
        return true;
    }

    private String site(int id) {
        return plan.relays().get(id).site();
    }

    /**
     * The values for the ranks. A site none of whose relays accepts calls counts as private; a
     * relay that accepts none is marked {@code outward}.
     */
    private Map<String, String> values() {
        List<Integer> running = running();
        Map<String, String> values = new HashMap<>();
        for (int id : running) {
            boolean open =
                    running.stream().anyMatch(r -> site(r).equals(site(id)) && reached.get(r));
            boolean isPrivate = plan.relays().get(id).isPrivate() || !open;
            values.put(
                    "relay-" + id,
                    "site="
                            + site(id)
                            + ";address="
                            + addresses[id]
                            + (isPrivate ? ";private" : "")
                            + (reached.get(id) ? "" : ";outward"));
        }
        if (!running.isEmpty()) {
            values.put("relays", Integer.toString(addresses.length));
        }
        return values;
    }
}
