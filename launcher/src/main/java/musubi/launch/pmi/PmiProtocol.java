package musubi.launch.pmi;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.bootstrap.pmi.PmiLine;
import musubi.bootstrap.pmi.StallLine;
import musubi.error.Descriptors;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.job.JobEvent;
import musubi.launch.job.JobSecret;
import musubi.launch.job.RankStates;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * The server side of PMI-1.2 and PMI-1.1: the state of each rank, and one {@link KeyValueSpace} per
 * epoch. A rank that connects again after finalize enters its next epoch.
 *
 * <p>Thread rule: any thread; the lines of a rank one after the other.
 */
public final class PmiProtocol implements PmiLineHandler, RankStates {
    private static final String PROCESS_MAPPING = "PMI_process_mapping";

    /** The prefix of keys that only mpiexec provides. */
    static final String RESERVED_PREFIX = "PMI_";

    /** Announces barriers with groups to newer clients; older ones ignore it. */
    private static final int SUBVERSION = 2;

    private static final int KEY_LIMIT = 64;
    private static final int NAME_LIMIT = 256;
    private static final int VALUE_LIMIT = 1024;

    private final String jobId;
    private final int[] appNumbers;
    private final RankPlacement placement;
    private String secret;
    private final Consumer<JobEvent> events;
    private final RankState[] states;
    private final int[] epochs;
    private final BitSet ended = new BitSet();
    private final Map<Integer, KeyValueSpace> spaces = new HashMap<>();
    private final NameService names = new NameService();
    private final StallCollector stalls;
    private final RelayKeys relays = new RelayKeys();
    private BiPredicate<String, Map<String, String>> onVisible = (_, _) -> false;

    /**
     * A job without connected ranks.
     *
     * @param appNumbers the number of each rank's program on the command line
     * @param placement the placement of ranks on nodes
     * @param events receives aborts and protocol violations
     */
    public PmiProtocol(
            String jobId, int[] appNumbers, RankPlacement placement, Consumer<JobEvent> events) {
        this.jobId = jobId;
        this.appNumbers = appNumbers.clone();
        this.placement = placement;
        this.events = events;
        stalls = new StallCollector(appNumbers.length, events);
        states = new RankState[appNumbers.length];
        Arrays.fill(states, RankState.OUTSIDE);
        epochs = new int[appNumbers.length];
    }

    /**
     * Sets the listener for values that a barrier makes visible; it runs before the ranks continue.
     *
     * @param listener receives the name of the key-value space and its new values; returns whether
     *     all values of the space are now partitioned
     */
    public synchronized void onPublish(BiPredicate<String, Map<String, String>> listener) {
        onVisible = listener;
    }

    /** Announces relays: ranks that read the keys of relays wait until they are published. */
    public synchronized void expectRelays() {
        relays.expect();
    }

    /**
     * Publishes the relays.
     *
     * @param values the keys {@code relays} and {@code relay-ID}; empty if there are none
     */
    public synchronized void publishRelays(Map<String, String> values) {
        relays.publish(values);
    }

    @Override
    public synchronized RankState stateOf(int rank) {
        return states[rank];
    }

    @Override
    public synchronized String describeWaits() {
        return stalls.describeWaits();
    }

    @Override
    public synchronized void rankLeft(int rank) {
        stalls.rankLeft(rank);
    }

    @Override
    public synchronized void rankEnded(int rank) {
        ended.set(rank);
        for (KeyValueSpace space : spaces.values()) {
            space.barriers().remove(rank);
            reportStuckFor(space, rank);
        }
    }

    private void reportStuckFor(KeyValueSpace space, int gone) {
        PmiPeer waiting = space.barriers().waiterFor(gone);
        if (waiting != null) {
            reportStuck(waiting.rank(), gone);
        }
    }

    private void reportStuck(int waiting, int gone) {
        String text = "rank " + waiting + " waits for rank " + gone + ", which has left the job";
        events.accept(new JobEvent.ProtocolBroken(gone, text));
    }

    /** A member that has left the epoch and so never enters its barriers, or -1. */
    private int goneFrom(BarrierGroup group, int epoch) {
        return group.members().stream()
                .filter(rank -> epochs[rank] > epoch || ended.get(rank))
                .findFirst()
                .orElse(-1);
    }

    @Override
    public void serverFailed(IOException cause) {
        String why = "the PMI server failed: " + Descriptors.describe(cause);
        events.accept(new JobEvent.ProtocolBroken(-1, why));
    }

    @Override
    public void disconnected(PmiSession session) {
        peerDisconnected(session);
    }

    @Override
    public void handle(PmiSession session, String line) {
        serve(session, line);
    }

    /** Handles the end of a connection; the end of the process decides about the rank. */
    public synchronized void peerDisconnected(PmiPeer session) {
        if (session.rank() >= 0) {
            stalls.resumed(session);
        }
        if (session.space() != null) {
            session.space().barriers().remove(session.rank());
        }
    }

    /** Handles one line and replies. */
    public synchronized void serve(PmiPeer session, String text) {
        if (session.spawns().consume(text)) {
            if (session.spawns().isLast(text)) {
                session.send(refusal("spawn_result", "spawning_is_not_supported"));
            }
            return;
        }
        PmiLine line = PmiLine.parse(text);
        if (line == null) {
            session.send(refusal("error", "malformed_line"));
            return;
        }
        switch (line.command()) {
            case "initack" -> identify(session, line);
            case "init" -> init(session, line);
            case "get_maxes" -> session.send(maxes());
            case "get_universe_size" ->
                    session.send(answer("universe_size").with("size", states.length));
            case "abort" -> abort(session, line);
            default -> handleInside(session, line);
        }
    }

    private void handleInside(PmiPeer session, PmiLine line) {
        if (session.space() == null) {
            session.send(refusal(line.command() + "_result", "not_between_init_and_finalize"));
            return;
        }
        switch (line.command()) {
            case "get_my_kvsname" ->
                    session.send(answer("my_kvsname").with("kvsname", session.space().name()));
            case "get_appnum" ->
                    session.send(answer("appnum").with("appnum", appNumbers[session.rank()]));
            case "put" -> put(session, line);
            case "get" -> get(session, line);
            case "barrier_in" -> barrier(session, line);
            case "finalize" -> finish(session);
            case NameService.PUBLISH, NameService.LOOK_UP, NameService.UNPUBLISH ->
                    session.send(names.answer(line));
            case StallLine.STALLED -> stalls.stalled(session, line);
            case StallLine.RESUMED -> stalls.resumed(session);
            case StallLine.CONFIRMED -> stalls.confirmed(session, line);
            default -> session.send(refusal(line.command() + "_result", "unknown_command"));
        }
    }

    private void identify(PmiPeer session, PmiLine line) {
        int rank = line.number("pmiid", -1);
        if (rank < 0 || rank >= states.length || session.rank() >= 0) {
            session.send(refusal("initack", "no_such_rank"));
            return;
        }
        session.identify(rank);
        PmiLine acknowledgement = answer("initack").with("rank", rank);
        acknowledgement.with("size", states.length).with("appnum", appNumbers[rank]);
        session.send(acknowledgement);
        session.send(PmiLine.command("set").with("size", states.length));
        session.send(PmiLine.command("set").with("rank", rank));
        session.send(PmiLine.command("set").with("debug", 0));
    }

    private void init(PmiPeer session, PmiLine line) {
        int rank = session.rank();
        String refusal = null;
        if (rank < 0) {
            refusal = "initack_first";
        } else if (session.space() != null || states[rank] == RankState.INSIDE) {
            refusal = "rank_" + rank + "_is_already_connected";
        } else if (line.number("pmi_version", 1) != 1) {
            refusal = "only_version_1";
        }
        if (refusal != null) {
            session.send(refusal("response_to_init", refusal));
            return;
        }
        states[rank] = RankState.INSIDE;
        session.enter(
                spaces.computeIfAbsent(
                        epochs[rank], epoch -> new KeyValueSpace(jobId + "-" + epoch)));
        session.send(
                answer("response_to_init")
                        .with("pmi_version", 1)
                        .with("pmi_subversion", SUBVERSION));
    }

    private void put(PmiPeer session, PmiLine line) {
        String key = line.value("key");
        String value = line.value("value");
        if (key == null || value == null || KeyLookup.isReserved(key)) {
            session.send(refusal("put_result", "missing_or_reserved_key"));
            return;
        }
        session.space().put(key, value);
        session.send(answer("put_result").with("msg", "success"));
    }

    private void get(PmiPeer session, PmiLine line) {
        String key = line.value("key");
        String value = null;
        if (key != null && RelayKeys.contain(key)) {
            relays.get(session, key);
            return;
        }
        if (PROCESS_MAPPING.equals(key)) {
            value = placement.mapping();
        } else if (PmiBootstrap.SECRET_KEY.equals(key)) {
            value = secret();
        } else if (key != null) {
            value = session.space().get(key);
        }
        if (value != null) {
            session.send(found(value));
        } else if (key == null || KeyLookup.isReserved(key) || !session.space().isPartitioned()) {
            session.send(notFound());
        } else {
            session.fetchFromOwner(session.space().name(), key);
        }
    }

    /** The reply to a get of a missing value. */
    public static PmiLine notFound() {
        return refusal("get_result", "key_not_found");
    }

    /** The reply to a get. */
    public static PmiLine found(String value) {
        return answer("get_result").with("msg", "success").with("value", value);
    }

    /** The job's secret. Created on the first request: jobs without TCP start faster. */
    public synchronized String secret() {
        if (secret == null) {
            secret = JobSecret.create();
        }
        return secret;
    }

    private void barrier(PmiPeer session, PmiLine line) {
        BarrierGroup group = BarrierGroup.of(line.value("group"), session.rank(), placement);
        if (group == null) {
            session.send(refusal("barrier_out", "no_group_with_this_rank"));
            return;
        }
        KeyValueSpace space = session.space();
        List<PmiPeer> released = space.barriers().enter(session, group);
        int gone = released.isEmpty() ? goneFrom(group, epochs[session.rank()]) : -1;
        if (gone >= 0) {
            reportStuck(session.rank(), gone);
        }
        if (!released.isEmpty() && onVisible.test(space.name(), space.takeFresh())) {
            space.partition();
        }
        PmiLine out = answer("barrier_out");
        if (group.tag() != null) {
            out.with("tag", group.tag());
        }
        for (PmiPeer each : released) {
            each.send(out);
        }
    }

    private void finish(PmiPeer session) {
        int rank = session.rank();
        reportStuckFor(session.space(), rank);
        if (session.space().leave() == states.length) {
            spaces.remove(epochs[rank]);
        }
        states[rank] = RankState.FINALIZED;
        epochs[rank]++;
        stalls.resumed(session);
        session.enter(null);
        session.send(answer("finalize_ack"));
    }

    private void abort(PmiPeer session, PmiLine line) {
        int code = line.number("exitcode", 1);
        events.accept(new JobEvent.AbortRequested(session.rank(), code, line.text("message")));
    }

    private static PmiLine maxes() {
        return answer("maxes")
                .with("kvsname_max", NAME_LIMIT)
                .with("keylen_max", KEY_LIMIT)
                .with("vallen_max", VALUE_LIMIT);
    }

    private static PmiLine answer(String command) {
        return PmiLine.command(command).with("rc", 0);
    }

    private static PmiLine refusal(String command, String why) {
        return PmiLine.command(command).with("rc", -1).with("msg", why);
    }
}
