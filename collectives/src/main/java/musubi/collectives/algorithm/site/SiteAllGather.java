package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * All-gather by site: the blocks of a site to its leader, those of whole sites between all leaders
 * at once, and down a binomial tree on each site. One message for each pair of sites and direction,
 * in segments if it is long. Blocks of sites with contiguous ranks are not copied.
 *
 * <p>Cost: α + m n β, L + m n/B between the sites, and ceil(log2 m) (α + p n β).
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-ab-&gt;2 2-cd-&gt;0, 0-abcd-&gt;1 2-abcd-&gt;3
 * </pre>
 */
public final class SiteAllGather implements Planner {
    private final Planner down = new BinomialBroadcast();

    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        long items =
                shape.receiveCounts == null
                        ? shape.count * shape.size
                        : shape.receiveCounts.sum(shape.size);
        return SiteView.segmentBytes(items * shape.itemBytes);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteView view = SiteView.of(shape, shape.sites.ranks().leader(0));
        NodeMap ranks = view.ranks();
        int site = view.site();
        Part[] blocks = new Part[view.sites()];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = room(shape, ranks, i, builder);
        }
        gather(shape, view, blocks[site], builder);
        for (int round = 0; round < blocks.length; round++) {
            int to = (site + round) % blocks.length;
            int from = Math.floorMod(site - round, blocks.length);
            if (round > 0 && view.isSiteRoot()) {
                Segments.of(blocks[site], shape.segment)
                        .forEach(part -> builder.send(ranks.leader(to), part));
                Segments.of(blocks[from], shape.segment)
                        .forEach(part -> builder.recv(ranks.leader(from), part));
            }
        }
        for (int round = 0; round < blocks.length; round++) {
            int from = Math.floorMod(site - round, blocks.length);
            for (Part part : Segments.of(blocks[from], shape.segment)) {
                Shape onSite = view.onSite(shape, CollectiveKind.BCAST, part.count());
                builder.within(view::onMySite, down, onSite, null, part);
            }
            eachBlock(shape, ranks, from, blocks[from], builder::copy);
        }
    }

    /** The blocks of a site where they belong, or together in a temporary. */
    private static Part room(Shape shape, NodeMap ranks, int site, ScheduleBuilder builder) {
        int first = ranks.leader(site);
        long items = 0;
        boolean isWhole = true;
        for (int i = 0; i < ranks.size(site); i++) {
            Part block = shape.receiveBlock(ranks.member(site, i));
            isWhole &= block.offset() == shape.receiveBlock(first).offset() + items;
            items += block.count();
        }
        return isWhole ? shape.receiveBlock(first).slice(0, items) : builder.temporary(items);
    }

    private static void gather(Shape shape, SiteView view, Part blocks, ScheduleBuilder builder) {
        if (!view.isSiteRoot()) {
            builder.send(view.siteRoot(view.site()), shape.contribution());
            return;
        }
        int[] next = {0};
        eachBlock(
                shape,
                view.ranks(),
                view.site(),
                blocks,
                (packed, _) -> {
                    int rank = view.onMySite(next[0]++);
                    if (rank == shape.rank) {
                        builder.copy(shape.contribution(), packed);
                    } else {
                        builder.recv(rank, packed);
                    }
                });
    }

    /** A block among those of its site, and where it belongs. */
    private interface Block {
        void visit(Part packed, Part result);
    }

    private static void eachBlock(Shape shape, NodeMap ranks, int site, Part blocks, Block block) {
        long at = 0;
        for (int i = 0; i < ranks.size(site); i++) {
            Part result = shape.receiveBlock(ranks.member(site, i));
            block.visit(blocks.slice(at, result.count()), result);
            at += result.count();
        }
    }
}
