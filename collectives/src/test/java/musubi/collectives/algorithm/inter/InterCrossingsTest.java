package musubi.collectives.algorithm.inter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;
import musubi.group.MessageAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/** Messages between the sites of two groups. */
class InterCrossingsTest {
    private static final String THREE = "A:0,B:1,C:2;A-B:4ms:1gbit;B-C:4ms:1gbit;A-C:4ms:1gbit";
    private static final int COUNT = 10;

    private static Shape shape(CollectiveKind kind, SiteLevel sites, int first, int number) {
        boolean isFirst = number < first;
        int all = sites.ranks().ranks();
        Shape shape = new Shape();
        shape.reset(kind, isFirst ? number : number - first, isFirst ? first : all - first);
        shape.toRemoteGroup(all - shape.size, isFirst);
        int ofFirst = shape.rank == 0 ? CollectiveCall.ROOT : MessageAddress.PROC_NULL;
        shape.root = isFirst ? ofFirst : 0;
        shape.count = kind == CollectiveKind.BARRIER ? 0 : COUNT;
        shape.sendCount = shape.count;
        shape.itemBytes = 8;
        shape.commutative = false;
        shape.sites = sites;
        return shape;
    }

    /** Messages from each site to each other one. */
    private static long[][] crossings(CollectiveKind kind, SiteLevel sites, int first) {
        int count = sites.ranks().count();
        long[][] messages = new long[count][count];
        for (int number = 0; number < sites.ranks().ranks(); number++) {
            Shape shape = shape(kind, sites, first, number);
            Schedule schedule = InterAlgorithms.of(shape).schedule(shape);
            int from = sites.ranks().of(number);
            for (int i = 0; i < schedule.size(); i++) {
                Step step = schedule.step(i);
                int to = step.kind() == Step.Kind.SEND ? sites.ranks().of(step.peer()) : from;
                messages[from][to] += from == to ? 0 : 1;
            }
        }
        return messages;
    }

    /** Each group has several ranks on each site. */
    @ParameterizedTest
    @EnumSource(
            value = CollectiveKind.class,
            names = {"BARRIER", "BCAST", "REDUCE", "ALLREDUCE", "ALLGATHER", "ALLTOALL"})
    void shouldSendOneMessageForEachGroupAndPairOfSites(CollectiveKind kind) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        boolean isTwoWay =
                switch (kind) {
                    case ALLREDUCE, ALLGATHER, ALLTOALL -> true;
                    default -> false;
                };
        for (int round = 0; round < 10; round++) {
            int ranks = 6 + random.nextInt(20);
            int[] siteOf = random.ints(ranks, 0, 3).toArray();
            siteOf[0] = 0;
            siteOf[ranks - 1] = 1;
            SiteLevel sites = SiteLevel.of(ranks, rank -> siteOf[rank], SiteGraph.parse(THREE));
            int first = 1 + random.nextInt(ranks - 1);
            assertEquals("by-site", InterAlgorithms.of(shape(kind, sites, first, 0)).name());
            long most =
                    Arrays.stream(crossings(kind, sites, first))
                            .flatMapToLong(Arrays::stream)
                            .max()
                            .orElseThrow();
            String text = "seed=" + seed + " first=" + first + " " + sites;
            assertTrue(most <= (isTwoWay ? 2 : 1), text);
        }
    }

    @Test
    void shouldKeepTheAlgorithmOfOneSiteWhenBlocksAreLongOrDiffer() {
        SiteLevel sites = SiteLevel.of(4, rank -> rank % 2, SiteGraph.parse(THREE));
        Shape vector = shape(CollectiveKind.ALLGATHERV, sites, 2, 0);
        assertEquals("ring", InterAlgorithms.of(vector).name());
        Shape blocks = shape(CollectiveKind.ALLTOALL, sites, 2, 0);
        blocks.count = 1 << 20;
        assertEquals("pairwise", InterAlgorithms.of(blocks).name());
        Shape types = shape(CollectiveKind.ALLGATHER, sites, 2, 0);
        types.typedPerSide = true;
        assertEquals("ring", InterAlgorithms.of(types).name());
        types.sites = null;
        types.typedPerSide = false;
        assertEquals("ring", InterAlgorithms.of(types).name());
    }
}
