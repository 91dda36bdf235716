package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Equal blocks of some ranks in one message: those of a site, or of a site and the ones behind it
 * in a {@link SiteTree}.
 *
 * <pre>
 *   sites (0 2) (1 3), from site 0 to site 1   |0|2|1|3|, the blocks of site 1 as |1|3|
 * </pre>
 *
 * @param ranks in the order of their blocks
 * @param items of a block
 */
record SiteBundle(List<Integer> ranks, long items) {
    /** Bytes of a site's blocks up to which a tree is shorter than direct messages. */
    private static final long SMALL_BYTES = 32 << 10;

    /** Default segment size in bytes. */
    static long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(shape.count * shape.itemBytes * shape.size);
    }

    /** The shape of a message with the blocks of the largest site, for a {@link SiteTree}. */
    static Shape message(Shape shape, SiteView view) {
        Shape message = shape.copy();
        message.count *= IntStream.range(0, view.sites()).map(view.ranks()::size).max().orElse(1);
        return message;
    }

    /** Whether a binomial tree is the better one within a site. */
    static boolean isSmall(Shape onSite) {
        return onSite.count * onSite.itemBytes * onSite.size <= SMALL_BYTES;
    }

    /** The blocks of a site. */
    static SiteBundle of(Shape shape, SiteView view, int site) {
        List<Integer> ranks = new ArrayList<>();
        add(view, site, ranks);
        return new SiteBundle(ranks, shape.count);
    }

    /** The blocks of a site, followed by the bundle of each of its children. */
    static SiteBundle behind(Shape shape, SiteView view, SiteTree tree, int site) {
        List<Integer> ranks = new ArrayList<>();
        addTree(view, tree, site, ranks);
        return new SiteBundle(ranks, shape.count);
    }

    private static void addTree(SiteView view, SiteTree tree, int site, List<Integer> ranks) {
        add(view, site, ranks);
        for (int child : tree.children(site)) {
            addTree(view, tree, child, ranks);
        }
    }

    private static void add(SiteView view, int site, List<Integer> ranks) {
        for (int place = 0; place < view.ranks().size(site); place++) {
            ranks.add(view.ranks().member(site, place));
        }
    }

    /** Number of items. */
    long count() {
        return Math.multiplyExact(items, ranks.size());
    }

    /** The root's buffer if the blocks follow each other there, else a temporary. */
    Part room(int rootBuffer, ScheduleBuilder builder) {
        int first = ranks.getFirst();
        for (int i = 1; i < ranks.size(); i++) {
            if (ranks.get(i) != first + i) {
                return builder.temporary(count());
            }
        }
        return new Part(rootBuffer, first * items, count());
    }

    /**
     * Each block where it is in the bundle, and in the root's buffer.
     *
     * @param bundle all blocks
     */
    void eachBlock(int rootBuffer, Part bundle, BiConsumer<Part, Part> visitor) {
        for (int i = 0; i < ranks.size(); i++) {
            Part atRoot = new Part(rootBuffer, ranks.get(i) * items, items);
            visitor.accept(bundle.slice(i * items, items), atRoot);
        }
    }
}
