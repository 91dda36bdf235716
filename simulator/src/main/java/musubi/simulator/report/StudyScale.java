package musubi.simulator.report;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import java.util.List;
import java.util.stream.Stream;

/** Node counts of the study, each as a line, a plane and a space. */
public enum StudyScale {
    /** 384 nodes. */
    SMALL("384", "64x6", "8x6x8"),
    /** 3,072 nodes. */
    MIDDLE("3072", "48x64", "16x12x16"),
    /** 27,648 nodes. */
    LARGE("27648", "144x192", "48x12x48");

    private final List<Torus> shapes;

    StudyScale(String... shapes) {
        this.shapes = Stream.of(shapes).map(Torus::parse).toList();
    }

    /** Number of nodes. */
    public int nodes() {
        return shapes.getFirst().size();
    }

    /** Shapes of one, two and three dimensions. */
    List<Torus> shapes() {
        return shapes;
    }

    /** The shape of a number of dimensions, embedded in the 3-D shape. */
    TorusEmbedding embedded(int dimensions) {
        return new TorusEmbedding(shapes.get(dimensions - 1), shapes.getLast());
    }

    /** The scale of a node count; null when there is none. */
    public static StudyScale of(int nodes) {
        return Stream.of(values()).filter(scale -> scale.nodes() == nodes).findAny().orElse(null);
    }
}
