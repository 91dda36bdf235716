package musubi.collectives.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class NodeMapTest {
    /** Compares all properties with the node names. */
    private static void check(int[] names, NodeMap nodes, String what) {
        List<Integer> order = new ArrayList<>();
        List<List<Integer>> members = new ArrayList<>();
        for (int rank = 0; rank < names.length; rank++) {
            if (!order.contains(names[rank])) {
                order.add(names[rank]);
                members.add(new ArrayList<>());
            }
            int node = order.indexOf(names[rank]);
            assertEquals(node, nodes.of(rank), what);
            assertEquals(members.get(node).size(), nodes.placeOf(rank), what);
            members.get(node).add(rank);
        }
        assertEquals(names.length, nodes.ranks(), what);
        assertEquals(order.size(), nodes.count(), what);
        for (int node = 0; node < order.size(); node++) {
            int of = node;
            List<Integer> found =
                    IntStream.range(0, nodes.size(node))
                            .mapToObj(place -> nodes.member(of, place))
                            .toList();
            assertEquals(members.get(node), found, what);
            assertEquals(members.get(node).getFirst(), nodes.leader(node), what);
        }
        boolean runs = members.stream().allMatch(m -> m.getLast() - m.getFirst() == m.size() - 1);
        assertEquals(runs, nodes.haveContiguousRanks(), what);
        assertEquals(order.size() > 1 && order.size() < names.length, nodes.haveTwoLevels(), what);
    }

    @Test
    void shouldNeedNoTableWhenRanksAreDistributedCyclically() {
        for (int atATime = 1; atATime < 5; atATime++) {
            for (int count = 1; count < 5; count++) {
                for (int ranks = 1; ranks < 30; ranks++) {
                    int each = atATime;
                    int of = count;
                    int[] names =
                            IntStream.range(0, ranks).map(r -> 90 - r / each % of * 7).toArray();
                    NodeMap nodes = NodeMap.of(names);
                    String what = "ranks=" + ranks + " nodes=" + of + " each=" + each;
                    assertInstanceOf(BlockCyclicNodeMap.class, nodes, what);
                    check(names, nodes, what);
                }
            }
        }
    }

    @Test
    void shouldUseATableWhenRanksAreDistributedIrregularly() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int[] names = random.ints(1 + random.nextInt(12), 0, 4).toArray();
            NodeMap nodes = NodeMap.of(names);
            check(names, nodes, "seed=" + seed + " round=" + round);
            assertEquals(nodes, NodeMap.of(names.clone()));
        }
        assertInstanceOf(TabulatedNodeMap.class, NodeMap.of(0, 0, 1, 0, 1, 1));
        assertNotEquals(NodeMap.of(0, 0, 1, 1), NodeMap.of(0, 1, 0, 1));
    }
}
