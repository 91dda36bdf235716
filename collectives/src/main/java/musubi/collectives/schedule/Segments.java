package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.List;

/** Segmentation of a part, for pipelines. */
public final class Segments {
    private Segments() {}

    /**
     * The segments of a part, in order; the last one may be shorter.
     *
     * @param items of one segment; 0: a single segment
     */
    public static List<Part> of(Part part, long items) {
        if (items <= 0 || part.count() <= items) {
            return List.of(part);
        }
        List<Part> segments = new ArrayList<>();
        for (long at = 0; at < part.count(); at += items) {
            segments.add(part.slice(at, Math.min(items, part.count() - at)));
        }
        return segments;
    }
}
