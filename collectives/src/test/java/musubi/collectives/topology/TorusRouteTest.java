package musubi.collectives.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class TorusRouteTest {
    private static List<Integer> way(Torus torus, int from, int to) {
        TorusRoute route = new TorusRoute(torus);
        List<Integer> nodes = new ArrayList<>();
        for (int node = from; node != to; ) {
            node = route.end(route.next(node, to));
            nodes.add(node);
        }
        return nodes;
    }

    @Test
    void shouldTakeTheShorterDirectionWhenADimensionWraps() {
        // (0,1,3) to (3,2,1) on 4x3x5: down round the edge of x, up y, down z twice.
        Torus torus = Torus.of(4, 3, 5);
        int from = torus.rankAt(0, 1, 3);
        int to = torus.rankAt(3, 2, 1);
        List<Integer> expected =
                List.of(torus.rankAt(3, 1, 3), torus.rankAt(3, 2, 3), torus.rankAt(3, 2, 2), to);
        assertEquals(expected, way(torus, from, to));
    }

    @Test
    void shouldGoUpwardsWhenBothDirectionsAreEqual() {
        assertEquals(List.of(5, 0, 1), way(Torus.of(6), 4, 1));
    }

    @Test
    void shouldStayWithinTheEdgesWhenADimensionDoesNotWrap() {
        Torus mesh = Torus.parse("4m");
        assertEquals(List.of(1, 2, 3), way(mesh, 0, 3));
        assertEquals(List.of(2, 1, 0), way(mesh, 3, 0));
    }
}
