package musubi.collectives.selection;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/**
 * The selection for calls of a shape.
 *
 * @param algorithm the algorithm
 * @param segmentBytes bytes of a segment; 0 for unsegmented messages
 * @param reason of the selection, for users
 */
public record SelectedAlgorithm(Algorithm algorithm, long segmentBytes, String reason) {
    /**
     * Alignment of segments, so that ranks that describe the same bytes by different types agree.
     */
    private static final long ALIGNMENT = 16;

    /** A selection with the algorithm's default segment size for a shape. */
    public static SelectedAlgorithm of(Algorithm algorithm, Shape shape, String reason) {
        return new SelectedAlgorithm(algorithm, algorithm.segmentBytes(shape), reason);
    }

    /**
     * Items of one segment; 0 for unsegmented messages. Without operations items have at most 16
     * bytes, a power of two, so full segments have the same number of bytes for all types.
     */
    public long segmentItems(Shape shape) {
        if (segmentBytes == 0) {
            return 0;
        }
        return Math.max(1, alignedSegmentBytes(segmentBytes) / Math.max(1, shape.itemBytes));
    }

    /** Actual size of a segment for a requested size. */
    public static long alignedSegmentBytes(long segmentBytes) {
        return Math.max(ALIGNMENT, segmentBytes / ALIGNMENT * ALIGNMENT);
    }

    /** The form of settings. */
    public String text() {
        return algorithm.name() + (segmentBytes == 0 ? "" : ":segment=" + segmentBytes);
    }
}
