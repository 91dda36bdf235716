package musubi.collectives.algorithm.inter;

import musubi.collectives.algorithm.site.BlockMessages;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-to-all of short equal blocks between two groups on several sites: all blocks of a group from
 * a site to one of the other group are one message. The ranks of a site share these messages.
 *
 * <p>Cost: 2 (m - 1) (α + m n β), and m^2 n/B + L between sites of m ranks.
 *
 * <pre>
 *   group 0 1 on site A, group 2 3 on B   1-&gt;0 3-&gt;2, 0&lt;-&gt;2 (4 blocks), 0-&gt;1 2-&gt;3
 * </pre>
 */
final class InterSiteAllToAll implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        InterSites sites = InterSites.of(shape);
        int ranks = Math.max(shape.size, shape.remoteSize);
        int[] local = sites.local();
        BlockMessages leaving = new BlockMessages(ranks, shape.sendCount, builder);
        BlockMessages arriving = new BlockMessages(ranks, shape.count, builder);
        for (int to = 0; to < shape.remoteSize; to++) {
            leaving.add(shape.rank, to, shape.sendBlock(to));
        }
        for (int site = 0; site < sites.remoteSites(); site++) {
            int carrier = carrier(local, site);
            int[] remote = sites.remote(site);
            if (carrier != shape.rank) {
                int[] me = {shape.rank};
                leaving.send(shape.local(carrier), leaving.names(me, remote));
                continue;
            }
            for (int from : local) {
                if (from != shape.rank) {
                    leaving.receive(shape.local(from), leaving.names(new int[] {from}, remote));
                }
            }
            int far = shape.remote(carrier(remote, sites.site()));
            leaving.send(far, leaving.names(local, remote));
            arriving.receive(far, arriving.names(remote, local));
        }
        for (int site = 0; site < sites.remoteSites(); site++) {
            distribute(shape, local, sites.remote(site), carrier(local, site), arriving);
        }
        for (int from = 0; from < shape.remoteSize; from++) {
            builder.copy(arriving.get(from, shape.rank), shape.receiveBlock(from));
        }
    }

    /** The rank for messages to and from a site of the other group. */
    private static int carrier(int[] ranks, int otherSite) {
        return ranks[otherSite % ranks.length];
    }

    private static void distribute(
            Shape shape, int[] local, int[] remote, int carrier, BlockMessages arriving) {
        if (carrier != shape.rank) {
            arriving.receive(shape.local(carrier), arriving.names(remote, shape.rank));
            return;
        }
        for (int to : local) {
            if (to != shape.rank) {
                arriving.send(shape.local(to), arriving.names(remote, to));
            }
        }
    }
}
