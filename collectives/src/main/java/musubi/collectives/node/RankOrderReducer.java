package musubi.collectives.node;

import musubi.region.BulkCopy;
import musubi.region.Region;
import musubi.type.signature.BaseType;

import java.util.EnumMap;
import java.util.Map;

/**
 * Reduces the operands of all members in rank order: r0 op (r1 op (... op rp-1)), so the result is
 * independent of the computing rank. Operands pass in pieces through arrays of the base type that
 * stay in the first-level cache: predefined operations are plain loops, and user-defined ones get
 * arrays. Of two ranks, each copies the other's operands directly into its result buffer and
 * reduces its own into them.
 */
final class RankOrderReducer {
    private static final int PIECE_BYTES = 16 << 10;

    /** Pieces reduced in place: long enough for bulk copies. */
    private static final int LONG_PIECE_BYTES = 32 << 10;

    private final Map<BaseType, Object[]> arrays = new EnumMap<>(BaseType.class);
    private final Region operand = new Region();
    private final Region result = new Region();
    private final int members;
    private final int own;
    private NodeCall call;
    private NodeTransfer transfer;

    /** Whether reads take ownership of cache lines; not after bulk copies. */
    private boolean exclusive;

    RankOrderReducer(NodeGroup group) {
        members = group.size();
        own = group.rank();
    }

    /**
     * Reduces a part of the data of all members.
     *
     * @param from offset of the part in their data
     * @param slotOffset offset of the part within their capacity
     * @param bytes whole items
     */
    void reduce(
            NodeCall newCall,
            NodeTransfer newTransfer,
            long from,
            long slotOffset,
            long bytes,
            NodeReduction target) {
        call = newCall;
        transfer = newTransfer;
        exclusive = bytes < BulkCopy.LEAST_BYTES && target.isOnlyReader();
        Object[] pair = pair(call.type.base(), wholeItems(PIECE_BYTES));
        boolean inPlace = isInPlace(pair[0].getClass());
        int piece = wholeItems(inPlace ? LONG_PIECE_BYTES : PIECE_BYTES);
        for (long done = 0; done < bytes; done += piece) {
            int n = (int) Math.min(piece, bytes - done);
            if (inPlace) {
                reduceInPlace(from + done, slotOffset + done, n);
                target.placed(done, n);
            } else {
                reducePiece(from + done, slotOffset + done, pair, n);
                target.put(result, done, n);
            }
        }
        operand.clear();
        result.clear();
    }

    private int wholeItems(int bytes) {
        return Math.max(1, bytes / call.itemBytes) * call.itemBytes;
    }

    /** Loops are fastest if operands and results have equal array offsets. */
    private boolean isInPlace(Class<?> arrays) {
        Region send = call.send;
        Region receive = call.receive;
        return members == 2
                && (own == 0 || call.op.isCommutative())
                && arrays.isInstance(send.array())
                && arrays.isInstance(receive.array())
                && send.array() != receive.array()
                && send.base() == receive.base();
    }

    private void reduceInPlace(long from, long slotOffset, int bytes) {
        transfer.fetch(1 - own, from, slotOffset, call.receive, from, bytes);
        int at = (int) ((call.receive.base() + from) / call.type.base().bytes());
        int count = bytes / call.itemBytes;
        call.op.apply(call.send.array(), at, call.receive.array(), at, count, call.type);
    }

    private void reducePiece(long from, long slotOffset, Object[] pair, int bytes) {
        int count = bytes / call.itemBytes;
        result.wrapArray(pair[0], 0, bytes);
        operand.wrapArray(pair[1], 0, bytes);
        fetch(members - 1, from, slotOffset, result, bytes);
        for (int member = members - 2; member >= 0; member--) {
            fetch(member, from, slotOffset, operand, bytes);
            call.op.apply(pair[1], 0, pair[0], 0, count, call.type);
        }
    }

    /** This rank's own data are read in place. */
    private void fetch(int member, long from, long slotOffset, Region into, int bytes) {
        if (member == own) {
            call.send.copyTo(from, into, 0, bytes);
        } else if (exclusive) {
            transfer.fetchExclusively(member, from, slotOffset, into, 0, bytes);
        } else {
            transfer.fetch(member, from, slotOffset, into, 0, bytes);
        }
    }

    private Object[] pair(BaseType base, int bytes) {
        Object[] pair = arrays.get(base);
        if (pair == null || java.lang.reflect.Array.getLength(pair[0]) * base.bytes() < bytes) {
            int elements = Math.max(bytes, PIECE_BYTES) / base.bytes();
            pair = new Object[] {base.newArray(elements), base.newArray(elements)};
            arrays.put(base, pair);
        }
        return pair;
    }
}
