
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects like those of programs, by name. */
final class ObjectMessages {
    private static final int MANY = 1000;
    private static final int NODES = 100_000;

    private ObjectMessages() {}

    /** A record. */
    record Reading(int id, String name, double value, long time, boolean valid)
            implements Serializable {}

    /** An enum. */
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    /** A small object. */
    static final class Particle implements Serializable {
        private static final long serialVersionUID = 1L;
        private int id;
        private double x;
        private double y;
        private double z;
        private String kind;

        Particle() {}

        Particle(int id) {
            this.id = id;
            x = id * 0.5;
            y = id * 0.25;
            z = -id;
            kind = "kind " + id % 7;
        }
    }

    /** A node of a tree. */
    static final class Node implements Serializable {
        private static final long serialVersionUID = 1L;
        private int key;
        private Node left;
        private Node right;
    }

    /** A node of a graph with cycles. */
    static final class Vertex implements Serializable {
        private static final long serialVersionUID = 1L;
        private String name;
        private ArrayList<Vertex> neighbours = new ArrayList<>();
    }

    /** A message. */
    static Object of(String row) {
        return switch (row) {
            case "string" -> "a text of some length";
            case "integer" -> 123_456;
            case "record" -> new Reading(7, "sensor", 1.5, 1L << 40, true);
            case "enum" -> Color.GREEN;
            case "object" -> new Particle(5);
            case "list" -> integers();
            case "map" -> readings();
            case "doubles" -> doubles();
            case "objects" -> particles();
            case "tree" -> tree(1, NODES);
            case "graph" -> graph();
            default -> throw new IllegalArgumentException(row);
        };
    }

    private static List<Integer> integers() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            list.add(i * 7);
        }
        return list;
    }

    private static Map<String, Reading> readings() {
        Map<String, Reading> map = new HashMap<>();
        for (int i = 0; i < MANY; i++) {
            map.put("sensor " + i, new Reading(i, "name " + i, i, i, i % 2 == 0));
        }
        return map;
    }

    private static double[] doubles() {
        double[] values = new double[NODES];
        for (int i = 0; i < NODES; i++) {
            values[i] = 1.0 / (i + 1);
        }
        return values;
    }

    private static Object[] particles() {
        Object[] objects = new Object[MANY];
        for (int i = 0; i < MANY; i++) {
            objects[i] = new Particle(i);
        }
        return objects;
    }

    private static Node tree(int key, int nodes) {
        if (key > nodes) {
            return null;
        }
        Node node = new Node();
        node.key = key;
        node.left = tree(2 * key, nodes);
        node.right = tree(2 * key + 1, nodes);
        return node;
    }

    private static Object graph() {
        Vertex[] all = new Vertex[MANY];
        for (int i = 0; i < MANY; i++) {
            all[i] = new Vertex();
            all[i].name = "vertex " + i;
        }
        for (int i = 0; i < MANY; i++) {
            for (int step = 1; step <= 4; step++) {
                all[i].neighbours.add(all[(i + step * step) % MANY]);
            }
        }
        return all;
    }
}
