package musubi.collectives.node;

import musubi.adi.Region;
import musubi.type.BaseType;

import java.util.EnumMap;
import java.util.Map;

/**
 * Reduces what all members offer, in the order of their ranks: r0 op (r1 op (... op rp-1)). So the
 * result does not depend on who computes it. It goes in pieces through arrays of the base type that
 * stay in the nearest cache, so that predefined operations are plain loops and a user's get arrays.
 */
final class RankOrder {
    private static final int PIECE_BYTES = 8 << 10;

    private final Map<BaseType, Object[]> arrays = new EnumMap<>(BaseType.class);
    private final Region operand = new Region();
    private final Region result = new Region();
    private final int members;
    private final int own;
    private NodeCall call;
    private Sharing sharing;

    /** Where the reduced items go. */
    interface Target {
        /** Takes the next piece, which lies at the start of {@code result}. */
        void put(Region result, long at, long bytes);
    }

    RankOrder(NodeGroup group) {
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
            Sharing newSharing,
            long from,
            long inRoom,
            long bytes,
            Target target) {
        call = newCall;
        sharing = newSharing;
        int piece = Math.max(1, PIECE_BYTES / call.itemBytes) * call.itemBytes;
        Object[] pair = pair(call.type.base(), piece);
        for (long done = 0; done < bytes; done += piece) {
            int n = (int) Math.min(piece, bytes - done);
            reducePiece(from + done, inRoom + done, pair, n);
            target.put(result, done, n);
        }
        operand.clear();
        result.clear();
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
