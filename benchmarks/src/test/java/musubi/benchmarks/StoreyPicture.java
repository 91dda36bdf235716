package musubi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Draws a graph without cycles in storeys: each box stands above all boxes that it uses. An arrow
 * is omitted when a longer path implies it.
 */
final class StoreyPicture {
    private static final int BOX_HEIGHT = 30;
    private static final int STOREY_HEIGHT = 74;
    private static final int GAP = 16;
    private static final int MARGIN = 20;
    private static final int LETTER_WIDTH = 8;

    private final SortedMap<String, Set<String>> uses = new TreeMap<>();
    private final Map<String, Integer> storeys = new TreeMap<>();
    private final Map<String, int[]> places = new TreeMap<>();

    /**
     * A picture of a graph.
     *
     * @param uses the names that each name uses; names that are no keys use nothing
     */
    StoreyPicture(Map<String, Set<String>> uses) {
        uses.forEach(
                (user, used) -> {
                    this.uses.computeIfAbsent(user, _ -> new TreeSet<>()).addAll(used);
                    used.forEach(name -> this.uses.computeIfAbsent(name, _ -> new TreeSet<>()));
                });
        this.uses.forEach((user, used) -> used.remove(user));
        this.uses.keySet().forEach(name -> storey(name, new ArrayList<>()));
    }

    /** Boxes by storey, the lowest first. */
    List<List<String>> storeys() {
        List<List<String>> rows = new ArrayList<>();
        storeys.forEach(
                (name, storey) -> {
                    while (rows.size() <= storey) {
                        rows.add(new ArrayList<>());
                    }
                    rows.get(storey).add(name);
                });
        return rows;
    }

    /** The picture as SVG. */
    String svg() {
        List<List<String>> rows = storeys();
        int width = rows.stream().mapToInt(StoreyPicture::width).max().orElse(0) + 2 * MARGIN;
        int height = rows.size() * STOREY_HEIGHT + 2 * MARGIN - (STOREY_HEIGHT - BOX_HEIGHT);
        for (int storey = 0; storey < rows.size(); storey++) {
            place(rows.get(storey), width, height - MARGIN - BOX_HEIGHT - storey * STOREY_HEIGHT);
        }
        StringBuilder svg = new StringBuilder(head(width, height));
        uses.forEach((user, used) -> direct(used).forEach(name -> arrow(svg, user, name)));
        places.forEach((name, place) -> box(svg, name, place));
        return svg.append("</svg>\n").toString();
    }

    private int storey(String name, List<String> path) {
        Integer known = storeys.get(name);
        if (known != null) {
            return known;
        }
        path.add(name);
        int storey = 0;
        for (String used : uses.get(name)) {
            if (path.contains(used)) {
                throw new IllegalArgumentException("cycle: " + path + " -> " + used);
            }
            storey = Math.max(storey, storey(used, path) + 1);
        }
        path.removeLast();
        storeys.put(name, storey);
        return storey;
    }

    /** The names that no other one reaches. */
    private Set<String> direct(Set<String> used) {
        Set<String> direct = new TreeSet<>(used);
        used.forEach(name -> direct.removeAll(below(name)));
        return direct;
    }

    private Set<String> below(String name) {
        Set<String> below = new TreeSet<>();
        for (String used : uses.get(name)) {
            below.add(used);
            below.addAll(below(used));
        }
        return below;
    }

    private static int width(List<String> row) {
        return row.stream().mapToInt(StoreyPicture::width).sum() + (row.size() - 1) * GAP;
    }

    private static int width(String name) {
        return name.length() * LETTER_WIDTH + GAP;
    }

    private void place(List<String> row, int width, int y) {
        int x = (width - width(row)) / 2;
        for (String name : row) {
            places.put(name, new int[] {x, y});
            x += width(name) + GAP;
        }
    }

    private static String head(int width, int height) {
        return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"
        font-family="sans-serif" font-size="13">
        <style>
        rect { fill: #eef3f9; stroke: #3a5a80; }
        path { fill: none; stroke: #8796a8; }
        text { text-anchor: middle; fill: #1d2a38; }
        </style>
        <rect width="100%%" height="100%%" style="fill: #fff; stroke: none"/>
        """
                .formatted(width, height);
    }

    private void arrow(StringBuilder svg, String user, String used) {
        int[] from = places.get(user);
        int[] to = places.get(used);
        int x = from[0] + width(user) / 2;
        int y = from[1] + BOX_HEIGHT;
        int endX = to[0] + width(used) / 2;
        int middle = (y + to[1]) / 2;
        svg.append(
                "<path d=\"M%d %dC%d %d %d %d %d %d\"/>\n"
                        .formatted(x, y, x, middle, endX, middle, endX, to[1]));
    }

    private static void box(StringBuilder svg, String name, int[] place) {
        svg.append(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n"
                        .formatted(place[0], place[1], width(name), BOX_HEIGHT));
        svg.append(
                "<text x=\"%d\" y=\"%d\">%s</text>\n"
                        .formatted(place[0] + width(name) / 2, place[1] + 20, name));
    }
}
