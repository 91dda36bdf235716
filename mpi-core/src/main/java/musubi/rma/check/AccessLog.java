package musubi.rma.check;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The accesses of a rank to a window since they were last completed, to find those that conflict:
 * its own at once, those of different origins at a fence; those in other epochs are compared in the
 * {@link AccessTable}s of their targets. Only with checks.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class AccessLog {
    /** More accesses of an epoch are not compared. */
    private static final int MOST = 1 << 13;

    private static final int COLUMNS = 5;

    private final Communicator comm;

    /** Since the last fence. */
    private final List<WindowAccess> epoch = new ArrayList<>();

    /** Since the last flush of their target. */
    private final List<WindowAccess> pending = new ArrayList<>();

    /** A log without accesses. */
    public AccessLog(Communicator comm) {
        this.comm = comm;
    }

    /**
     * Compares the runs of an access with earlier ones of this rank.
     *
     * @throws MpiFailure of class RMA_CONFLICT when one of them conflicts
     */
    public void check(List<WindowAccess> runs) {
        for (WindowAccess run : runs) {
            for (WindowAccess earlier : pending) {
                if (earlier.conflictsWith(run)) {
                    throw conflict(earlier, run);
                }
            }
        }
    }

    /**
     * Adds the runs of an access.
     *
     * @param fenced whether fences delimit its epoch
     */
    public void add(List<WindowAccess> runs, boolean fenced) {
        if (pending.size() + runs.size() <= MOST) {
            pending.addAll(runs);
        }
        if (fenced && epoch.size() + runs.size() <= MOST) {
            epoch.addAll(runs);
        }
    }

    /** The accesses to a target are complete. */
    public void flushed(int target) {
        pending.removeIf(access -> access.target() == target);
    }

    /**
     * Ends the epoch of all ranks; collective.
     *
     * @throws MpiFailure of class RMA_CONFLICT on all ranks when accesses of two of them conflict
     */
    public void fence() {
        long[][] rows = comm.allGatherRows(encode());
        epoch.clear();
        pending.clear();
        List<WindowAccess> all = new ArrayList<>();
        for (int origin = 0; origin < rows.length; origin++) {
            decode(origin, rows[origin], all);
        }
        all.sort(
                Comparator.comparingInt(WindowAccess::target)
                        .thenComparingLong(WindowAccess::from));
        for (int i = 0; i < all.size(); i++) {
            checkFollowing(all, i);
        }
    }

    private static void checkFollowing(List<WindowAccess> all, int i) {
        WindowAccess first = all.get(i);
        for (int k = i + 1; k < all.size() && all.get(k).from() < first.to(); k++) {
            WindowAccess second = all.get(k);
            if (second.target() != first.target()) {
                return;
            }
            if (second.origin() != first.origin() && first.conflictsWith(second)) {
                throw conflict(first, second);
            }
        }
    }

    /** The failure of two accesses; the second is the later call if there is an order. */
    static MpiFailure conflict(WindowAccess first, WindowAccess second) {
        long from = Math.max(first.from(), second.from());
        long to = Math.min(first.to(), second.to());
        return new MpiFailure(
                        ErrorClass.RMA_CONFLICT,
                        "two accesses meet in the memory of a target without a synchronisation"
                                + " between them")
                .with("target", first.target())
                .with("bytes", from + " to " + (to - 1))
                .with("first", "rank " + first.origin() + " in " + first.site())
                .with("second", "rank " + second.origin() + " in " + second.site())
                .advice("separate them by a fence, a flush, or locks");
    }

    /** Five numbers and the site of each access, padded to whole numbers. */
    private long[] encode() {
        List<byte[]> sites = new ArrayList<>();
        int longs = 0;
        for (WindowAccess access : epoch) {
            byte[] site = access.site().getBytes(StandardCharsets.UTF_8);
            sites.add(site);
            longs += COLUMNS + Math.ceilDiv(site.length, Long.BYTES);
        }
        ByteBuffer bytes = ByteBuffer.allocate(longs * Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < epoch.size(); i++) {
            WindowAccess access = epoch.get(i);
            byte[] site = sites.get(i);
            bytes.putLong(access.target()).putLong(access.from()).putLong(access.to());
            bytes.putLong(access.kind()).putLong(site.length).put(site);
            bytes.position(Math.ceilDiv(bytes.position(), Long.BYTES) * Long.BYTES);
        }
        long[] row = new long[longs];
        bytes.flip().asLongBuffer().get(row);
        return row;
    }

    private static void decode(int origin, long[] row, List<WindowAccess> all) {
        ByteBuffer bytes =
                ByteBuffer.allocate(row.length * Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(row);
        while (bytes.hasRemaining()) {
            int target = (int) bytes.getLong();
            long from = bytes.getLong();
            long to = bytes.getLong();
            int kind = (int) bytes.getLong();
            byte[] site = new byte[(int) bytes.getLong()];
            bytes.get(site);
            bytes.position(Math.ceilDiv(bytes.position(), Long.BYTES) * Long.BYTES);
            all.add(
                    new WindowAccess(
                            origin,
                            target,
                            from,
                            to,
                            kind,
                            new String(site, StandardCharsets.UTF_8)));
        }
    }
}
