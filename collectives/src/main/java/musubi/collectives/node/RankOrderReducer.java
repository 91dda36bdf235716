package musubi.collectives.node;

import musubi.region.BulkCopy;
import musubi.region.Region;
import musubi.type.signature.BaseType;

import java.util.EnumMap;
import java.util.Map;

/**
 * Reduces what all members offer, in the order of their ranks: r0 op (r1 op (... op rp-1)). So the
 * result does not depend on who computes it. It goes in pieces through arrays of the base type that
 * stay in the nearest cache, so that predefined operations are plain loops and a user's get arrays.
 * Of two ranks, each takes the other's operands straight to where its results go, and reduces them
 * there with its own where they lie.
 */
final class RankOrderReducer {
    private static final int PIECE_BYTES = 16 << 10;

    /** Pieces that are reduced in place: long enough for the fastest way to copy them. */
    private static final int LONG_PIECE_BYTES = 32 << 10;

    private final Map<BaseType, Object[]> arrays = new EnumMap<>(BaseType.class);
    private final Region operand = new Region();
    private final Region result = new Region();
    private final int members;
    private final int own;
    private NodeCall call;
    private NodeTransfer sharing;

    /** What was copied as a whole is left as it is, though it is read in pieces. */
    private boolean takes;

    /** Where the reduced items go. */
    interface Target {
        /** Takes the next piece, which lies at the start of {@code result}. */
        void put(Region result, long at, long bytes);

        /** The next piece lies in the memory for the results already. */
        void placed(long at, long bytes);

        /** Whether no other rank reduces this part. */
        boolean isOnlyReader();
    }

    RankOrderReducer(NodeGroup group) {
        members = group.size();
        own = group.rank();
    }

    /**
     * Reduces a part of the data of all members.
     *
     * @param from where it starts in their data
     * @param inRoom where it starts in their rooms
     * @param bytes whole items
     */
    void reduce(
            NodeCall newCall,
            NodeTransfer newSharing,
            long from,
            long inRoom,
            long bytes,
            Target target) {
        call = newCall;
        sharing = newSharing;
        takes = bytes < BulkCopy.LEAST_BYTES && target.isOnlyReader();
        Object[] pair = pair(call.type.base(), wholeItems(PIECE_BYTES));
        boolean inPlace = isInPlace(pair[0].getClass());
        int piece = wholeItems(inPlace ? LONG_PIECE_BYTES : PIECE_BYTES);
        for (long done = 0; done < bytes; done += piece) {
            int n = (int) Math.min(piece, bytes - done);
            if (inPlace) {
                reduceInPlace(from + done, inRoom + done, n);
                target.placed(done, n);
            } else {
                reducePiece(from + done, inRoom + done, pair, n);
                target.put(result, done, n);
            }
        }
        operand.clear();
        result.clear();
    }

    private int wholeItems(int bytes) {
        return Math.max(1, bytes / call.itemBytes) * call.itemBytes;
    }

    /** Operations are fast where operands and results have the same places in their arrays. */
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

    private void reduceInPlace(long from, long inRoom, int bytes) {
        sharing.fetch(1 - own, from, inRoom, call.receive, from, bytes);
        int at = (int) ((call.receive.base() + from) / call.type.base().bytes());
        int count = bytes / call.itemBytes;
        call.op.apply(call.send.array(), at, call.receive.array(), at, count, call.type);
    }

    private void reducePiece(long from, long inRoom, Object[] pair, int bytes) {
        int count = bytes / call.itemBytes;
        result.wrapArray(pair[0], 0, bytes);
        operand.wrapArray(pair[1], 0, bytes);
        fetch(members - 1, from, inRoom, result, bytes);
        for (int member = members - 2; member >= 0; member--) {
            fetch(member, from, inRoom, operand, bytes);
            call.op.apply(pair[1], 0, pair[0], 0, count, call.type);
        }
    }

    /** This rank's own data are read where they lie; they need not be offered. */
    private void fetch(int member, long from, long inRoom, Region into, int bytes) {
        if (member == own) {
            call.send.copyTo(from, into, 0, bytes);
        } else if (takes) {
            sharing.fetchExclusively(member, from, inRoom, into, 0, bytes);
        } else {
            sharing.fetch(member, from, inRoom, into, 0, bytes);
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
