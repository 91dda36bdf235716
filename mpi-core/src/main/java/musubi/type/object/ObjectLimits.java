package musubi.type.object;

/**
 * What received objects of {@code MPI.OBJECT} may cost. A message beyond a limit is refused before
 * the memory is allocated or the work is done. Arrays are limited by the length of their message
 * too, whatever {@code array} is.
 *
 * @param depth of nested objects
 * @param references to objects in a message
 * @param array elements of an array
 * @param hash hash codes that are computed while the sets and maps of a message are filled: each
 *     key counts with all objects inside; a message is always allowed one for each of its bytes
 * @param collisions keys with equal hash codes in a set or map
 */
public record ObjectLimits(long depth, long references, long array, long hash, long collisions) {
    /** The limits of a codec without settings. */
    public static final ObjectLimits DEFAULT =
            new ObjectLimits(10_000_000, 50_000_000, 1_000_000_000, 10_000_000, 5_000);

    /** Budget of hash codes for a message of this length, in bytes. */
    public long hashes(long length) {
        return Math.max(hash, length);
    }

    /** Budget of comparisons of keys for a message: all pairs of colliding keys. */
    public long comparisons(long length) {
        long keys = Math.min(collisions, Integer.MAX_VALUE);
        return Math.max(keys * keys / 2, length);
    }
}
