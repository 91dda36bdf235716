package musubi.rma.check;

import musubi.comm.Communicator;
import musubi.error.CallSite;
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
 * its own at once, those of different origins at a fence. Only with checks.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class AccessLog {
    /** The kind of a put. */
    public static final int PUT = WindowAccess.PUT;

    /** The kind of a get. */
    public static final int GET = WindowAccess.GET;

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
     * Adds an access.
     *
     * @param kind {@link #PUT}, {@link #GET}, or the number of an update, 0 or more
     * @throws MpiFailure of class RMA_CONFLICT when an earlier one of this rank conflicts
     */
    public void add(int target, int kind, long from, long bytes) {
        if (pending.size() == MOST) {
            return;
        }
        WindowAccess access =
                new WindowAccess(
                        comm.rank(), target, from, from + bytes, kind, CallSite.find().toString());
        for (WindowAccess earlier : pending) {
            if (earlier.conflictsWith(access)) {
                throw conflict(earlier, access);
            }
        }
        pending.add(access);
        epoch.add(access);
    }

    /** The accesses to a target are complete. */
    public void flushed(int target) {
        pending.removeIf(access -> access.target() == target);
        if (epoch.size() >= MOST) {
            epoch.clear();
        }
    }

    /** All accesses are complete. */
    public void flushed() {
        pending.clear();
    }

    /** The accesses since the last fence are not compared with those of other origins. */
    public void forget() {
        epoch.clear();
        pending.clear();
    }

    /**
     * Ends the epoch of all ranks; collective.
     *
     * @throws MpiFailure of class RMA_CONFLICT on all ranks when accesses of two of them conflict
     */
    public void fence() {
        long[][] rows = comm.allGatherRows(encode());
        forget();
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

    private static MpiFailure conflict(WindowAccess first, WindowAccess second) {
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
