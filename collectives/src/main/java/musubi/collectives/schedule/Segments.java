package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.List;

/** Cuts a part into segments, which are sent one after the other and forwarded as they come. */
public final class Segments {
    private Segments() {}

    /**
     * The segments of a part, in order; the last one may be shorter.
     *
     * @param items of one segment; 0: the part is not cut
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
