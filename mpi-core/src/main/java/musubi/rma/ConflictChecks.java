package musubi.rma;

import musubi.active.ActiveMessage;
import musubi.active.ActivePeer;
import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.error.MpiFailure;
import musubi.rma.check.AccessLog;
import musubi.rma.check.AccessTable;
import musubi.rma.check.WindowAccess;
import musubi.rma.memory.ControlBlock;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The checks of the accesses of this rank to a window: against its own in its {@link AccessLog},
 * and against those of other origins at fences, or in the {@link AccessTable} of the target. A
 * target that is reached directly has its table in memory; any other is requested to add an access
 * before that is made, and answers.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
final class ConflictChecks {
    private static final int RUN_BYTES = 2 * Long.BYTES;

    private final RmaService service;
    private final Communicator comm;

    /** The table of this rank. */
    private final AccessTable own;

    private final AccessLog log;

    /** Those of targets that are reached directly, opened when they are first used. */
    private final AccessTable[] tables;

    /** The targets whose tables have accesses of this rank. */
    private final BitSet touched = new BitSet();

    /** Checks of a window, for which this rank has a table. */
    ConflictChecks(RmaService service, Communicator comm, AccessTable own) {
        this.service = service;
        this.comm = comm;
        this.own = own;
        log = new AccessLog(comm);
        tables = new AccessTable[comm.size()];
        tables[comm.rank()] = own;
    }

    /**
     * Records an access that is about to be made; may wait for the target.
     *
     * @param kind as {@link WindowAccess#kind}
     * @throws MpiFailure of class RMA_CONFLICT when it conflicts with one that is under way
     */
    void record(Access access, int target, int kind, Place place, Epochs epochs) {
        CallSite site = CallSite.find();
        List<WindowAccess> runs = runs(target, kind, place, site.toString());
        log.check(runs);
        if (epochs.isShared(target)) {
            touched.set(target);
            if (access.isDirect()) {
                addTo(table(access, target), runs);
            } else {
                send(target, runs, site.call());
            }
        }
        log.add(runs, epochs.isFenced(target));
    }

    private List<WindowAccess> runs(int target, int kind, Place place, String site) {
        List<WindowAccess> runs = new ArrayList<>();
        for (int i = 0; i < place.runs(); i++) {
            long from = place.at(i);
            long to = from + place.length(i);
            runs.add(new WindowAccess(comm.rank(), target, from, to, kind, site));
        }
        return runs;
    }

    private AccessTable table(Access access, int target) {
        if (tables[target] == null) {
            tables[target] = ControlBlock.table(((DirectAccess) access).control());
        }
        return tables[target];
    }

    private static void addTo(AccessTable table, List<WindowAccess> runs) {
        MpiFailure conflict = table.add(runs);
        if (conflict != null) {
            throw conflict;
        }
    }

    /** Requests the target to add an access, in as many messages as its runs need. */
    private void send(int target, List<WindowAccess> runs, String call) {
        int worldRank = comm.worldRank(target);
        ActivePeer peer = service.active().to(worldRank);
        byte[] text = runs.get(0).site().getBytes(StandardCharsets.UTF_8);
        byte[] site = Arrays.copyOf(text, Math.min(text.length, AccessTable.MOST_TEXT));
        int most = (service.active().longestPiece(worldRank) - site.length) / RUN_BYTES;
        List<RmaRequest> requests = new ArrayList<>();
        for (int i = 0; i < runs.size(); i += most) {
            RmaRequest request = new RmaRequest(call, worldRank);
            requests.add(request);
            List<WindowAccess> part = runs.subList(i, Math.min(i + most, runs.size()));
            peer.send(message(part, site, service.replies().add(request)));
        }
        requests.forEach(service.pt2pt()::await);
    }

    private ActiveMessage message(List<WindowAccess> runs, byte[] site, long token) {
        byte[] bytes = new byte[runs.size() * RUN_BYTES + site.length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        runs.forEach(run -> buffer.putLong(run.from()).putLong(run.to()));
        buffer.put(site);
        ActiveMessage message =
                new ActiveMessage().set(service.protocol().record, comm.contextId(), token);
        message.code = runs.get(0).kind();
        message.count = runs.size();
        message.data.wrapArray(bytes, 0, bytes.length);
        return message;
    }

    /** The runs of a message at their target. */
    static List<WindowAccess> read(int origin, int target, ActiveMessage message, byte[] data) {
        ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
        int table = message.count * RUN_BYTES;
        String site = new String(data, table, data.length - table, StandardCharsets.UTF_8);
        List<WindowAccess> runs = new ArrayList<>();
        for (int i = 0; i < message.count; i++) {
            long from = buffer.getLong();
            long to = buffer.getLong();
            runs.add(new WindowAccess(origin, target, from, to, message.code, site));
        }
        return runs;
    }

    /** Compares the accesses between two fences; collective. */
    void fence() {
        log.fence();
    }

    /**
     * The accesses to a target are about to be complete. An access that another origin makes after
     * that does not meet them: a target that is not reached directly has answered.
     */
    void flush(int target) {
        log.flushed(target);
        await(end(target, false));
    }

    /** As {@link #flush} of all targets. */
    void flushAll() {
        List<RmaRequest> requests = new ArrayList<>();
        for (int target = 0; target < comm.size(); target++) {
            log.flushed(target);
            requests.add(end(target, false));
        }
        requests.forEach(this::await);
    }

    /** As {@link #flush}, at the end of an access epoch of {@code start}. */
    void complete(int target) {
        log.flushed(target);
        await(end(target, true));
    }

    private void await(RmaRequest request) {
        if (request != null) {
            service.pt2pt().await(request);
        }
    }

    /** Ends the accesses in the table of a target; null if it need not answer. */
    private RmaRequest end(int target, boolean isExposed) {
        if (!touched.get(target)) {
            return null;
        }
        touched.clear(target);
        AccessTable table = tables[target];
        if (table == null) {
            int worldRank = comm.worldRank(target);
            RmaRequest request = new RmaRequest("checks of the window", worldRank);
            ActiveMessage message =
                    new ActiveMessage()
                            .set(
                                    service.protocol().settle,
                                    comm.contextId(),
                                    service.replies().add(request));
            message.code = isExposed ? 1 : 0;
            service.active().to(worldRank).send(message);
            return request;
        }
        if (isExposed) {
            table.complete(comm.rank());
        } else {
            table.release(comm.rank());
        }
        return null;
    }

    /** The exposure epoch of this rank has ended. */
    void endExposure() {
        own.endExposure();
    }
}
