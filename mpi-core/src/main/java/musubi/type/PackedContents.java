package musubi.type;

import musubi.type.signature.BaseType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.zip.CRC32C;

/**
 * What packed buffers contain, as far as it is known: pieces of arrays that were packed here or
 * received. A piece counts only while its bytes are unchanged, so a program may use its arrays in
 * any way. Used only with checks; any thread. MPI-4.1 section 5.2.
 */
public final class PackedContents {
    /** An array has identity as its equality. */
    private final Map<byte[], List<Piece>> pieces = new WeakHashMap<>();

    /**
     * Items from an index of the array on, up to another one.
     *
     * @param item what they are
     * @param place where they were packed or sent
     * @param checksum of their bytes
     */
    public record Piece(long from, long to, ItemType item, String place, long checksum) {
        private boolean overlaps(long start, long end) {
            return from < end && start < to;
        }

        private boolean isIntact(byte[] array) {
            return to <= array.length && PackedContents.checksum(array, from, to) == checksum;
        }
    }

    /** Nothing is known yet. */
    public PackedContents() {}

    /** The program, or a message, has put items there; null for unknown ones. */
    public synchronized void put(byte[] array, long from, long to, ItemType item, String place) {
        List<Piece> ofArray = pieces.computeIfAbsent(array, _ -> new ArrayList<>());
        ofArray.removeIf(piece -> piece.overlaps(from, to));
        // Zeros look the same as items of any type.
        if (item != null && from < to && !isZero(array, from, to)) {
            ofArray.add(new Piece(from, to, item, place, checksum(array, from, to)));
        }
    }

    private static boolean isZero(byte[] array, long from, long to) {
        for (long i = from; i < to; i++) {
            if (array[(int) i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static long checksum(byte[] array, long from, long to) {
        CRC32C sum = new CRC32C();
        sum.update(array, (int) from, (int) (to - from));
        return sum.getValue();
    }

    /** What the whole range contains; null if that is not known or several types. */
    public synchronized ItemType contentOf(byte[] array, long from, long to) {
        ItemType item = null;
        long covered = 0;
        for (Piece piece : pieces.getOrDefault(array, List.of())) {
            if (!piece.overlaps(from, to)) {
                continue;
            }
            boolean fits = piece.from >= from && piece.to <= to && piece.isIntact(array);
            if (!fits || item != null && !item.equals(piece.item)) {
                return null;
            }
            item = piece.item;
            covered += piece.to - piece.from;
        }
        return covered == to - from ? item : null;
    }

    /** A piece that items of another type are unpacked from; null if none is known. */
    public synchronized Piece mismatch(byte[] array, long from, MpiType type, long count) {
        long to = from + type.sizeBytes() * count;
        int wanted = TypeCode.of(type, count);
        for (Piece piece : pieces.getOrDefault(array, List.of())) {
            if (piece.overlaps(from, to)
                    && piece.isIntact(array)
                    && differs(piece, from, to, wanted)) {
                return piece;
            }
        }
        return null;
    }

    /**
     * Several basic types are compared only if both ranges are the same. Bytes may be packed data
     * that was passed on as such.
     */
    private static boolean differs(Piece piece, long from, long to, int wanted) {
        int code = piece.item.codeOf(piece.to - piece.from);
        boolean uniform = TypeCode.baseOf(code) != null && TypeCode.baseOf(wanted) != null;
        boolean comparable = uniform || piece.from == from && piece.to == to;
        return comparable
                && code != TypeCode.ANY
                && wanted != TypeCode.ANY
                && TypeCode.baseOf(code) != BaseType.BYTE
                && code != wanted;
    }
}
