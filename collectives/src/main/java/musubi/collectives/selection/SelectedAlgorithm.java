package musubi.collectives.selection;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/**
 * What is chosen for calls of a shape.
 *
 * @param algorithm what carries them out
 * @param segmentBytes bytes of a segment; 0 when messages are not cut
 * @param reason why, in words for the user
 */
public record SelectedAlgorithm(Algorithm algorithm, long segmentBytes, String reason) {
    /** Segments are cut here, so that ranks that call the same bytes other items agree. */
    private static final long ALIGNMENT = 16;

    /** With the segment that the algorithm itself takes for calls of this shape. */
    public static SelectedAlgorithm of(Algorithm algorithm, Shape shape, String reason) {
        return new SelectedAlgorithm(algorithm, algorithm.segmentBytes(shape), reason);
    }

    /**
     * Items of one segment; 0 when messages are not cut. Without operations items are at most 16
     * bytes, a power of two, so whole segments are as many bytes whatever the items are.
     */
    public long segmentItems(Shape shape) {
        if (segmentBytes == 0) {
            return 0;
        }
        return Math.max(1, alignedSegmentBytes(segmentBytes) / Math.max(1, shape.itemBytes));
    }

    /** The bytes that a segment really has where so many are asked for. */
    public static long alignedSegmentBytes(long segmentBytes) {
        return Math.max(ALIGNMENT, segmentBytes / ALIGNMENT * ALIGNMENT);
    }

    /** As settings take it. */
    public String text() {
        return algorithm.name() + (segmentBytes == 0 ? "" : ":segment=" + segmentBytes);
    }
}
