package musubi.collectives.algorithm;

import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.collectives.topology.Torus;
import musubi.grid.SiteGraph;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A collective call of all ranks on symbols, and its result by the standard. Item i of rank r is
 * initially the text {@code r.i}.
 */
public final class SymbolicCase {
    static final String UNTOUCHED = "-";

    /** So that some sites form clusters, and some clusters form others. */
    private static final int[] LATENCIES = {0, 1, 2, 10, 60};

    /** All kinds except neighbourhood collectives, which have a test of their own. */
    public static final List<CollectiveKind> KINDS =
            Arrays.stream(CollectiveKind.values())
                    .filter(kind -> !kind.isAmongNeighbours())
                    .toList();

    public final CollectiveKind kind;
    public final int size;
    public final int root;
    public final boolean inPlace;
    final boolean commutative;
    final int count;

    /** Items of a segment, 0 to 3. */
    final int segment;

    /** An artificial node map. */
    final NodeMap nodes;

    /** Artificial sites; null if there is one. */
    final SiteLevel sites;

    /** An artificial torus or mesh. */
    final Torus torus;

    /** Items from rank a to rank b in the vector forms; the same both ways. */
    public final int[][] counts;

    /** Displacement of the block of a rank, with gaps and unordered. */
    public final int[] at;

    public final int room;

    public SymbolicCase(CollectiveKind kind, int size, int count, int variant, Random random) {
        this.kind = kind;
        this.size = size;
        this.count = count;
        root = random.nextInt(size);
        inPlace = (variant & 1) != 0 && kind != CollectiveKind.BARRIER && !isBroadcast();
        commutative = (variant & 2) != 0;
        counts = new int[size][size];
        for (int a = 0; a < size; a++) {
            for (int b = 0; b <= a; b++) {
                counts[a][b] = random.nextInt(count + 1);
                counts[b][a] = counts[a][b];
            }
        }
        at = new int[size];
        int end = 0;
        for (int i = 0; i < size; i++) {
            int rank = Math.floorMod(i * (size % 3 == 0 ? 1 : 3) + 1, size);
            at[rank] = end;
            end += count + i % 2;
        }
        room = end + size * count + 1;
        segment = random.nextInt(4);
        nodes = nodes(size, random);
        sites = sites(nodes, random);
        torus = torus(size, random);
    }

    /** Some factors of the size, for one to four dimensions; every third one with an edge. */
    private static Torus torus(int size, Random random) {
        int[] extents = new int[1 + random.nextInt(4)];
        boolean[] wraps = new boolean[extents.length];
        int rest = size;
        for (int d = 0; d < extents.length; d++) {
            int wanted = 1 + random.nextInt(rest);
            while (rest % wanted != 0) {
                wanted--;
            }
            extents[d] = d == extents.length - 1 ? rest : wanted;
            wraps[d] = random.nextInt(3) > 0;
            rest /= extents[d];
        }
        return Torus.of(extents, wraps);
    }

    /** Ranks node by node, in turn, or at random. */
    private static NodeMap nodes(int size, Random random) {
        int how = random.nextInt(3);
        int many = 1 + random.nextInt(4);
        int[] names = new int[size];
        for (int rank = 0; rank < size; rank++) {
            names[rank] =
                    switch (how) {
                        case 0 -> rank / many;
                        case 1 -> rank % many;
                        default -> random.nextInt(many);
                    };
        }
        return NodeMap.of(names);
    }

    /** Sites of contiguous nodes, in turn, at random, or of one node each, and links between. */
    private static SiteLevel sites(NodeMap nodes, Random random) {
        int size = nodes.count();
        int how = random.nextInt(4);
        int many = 2 + random.nextInt(3);
        int[] siteOf = new int[size];
        for (int node = 0; node < size; node++) {
            siteOf[node] =
                    switch (how) {
                        case 0 -> node * many / size;
                        case 1 -> node % many;
                        case 2 -> random.nextInt(many);
                        default -> node;
                    };
        }
        SiteGraph graph = graph(Math.max(many, size), random);
        return SiteLevel.of(nodes.ranks(), rank -> siteOf[nodes.of(rank)], graph);
    }

    /** A chain of sites, each with one node, and some other links. */
    public static SiteGraph graph(int sites, Random random) {
        StringBuilder text = new StringBuilder();
        for (int site = 0; site < sites; site++) {
            text.append(site == 0 ? "" : ",").append('S').append(site).append(':').append(site);
        }
        for (int from = 0; from < sites; from++) {
            for (int to = from + 1; to < sites; to++) {
                if (to == from + 1 || random.nextInt(4) == 0) {
                    int us = LATENCIES[random.nextInt(LATENCIES.length)];
                    int mbit = 1 + random.nextInt(3);
                    text.append(";S%d-S%d:%dms:%dkbit".formatted(from, to, us, mbit));
                }
            }
        }
        return SiteGraph.parse(text.toString());
    }

    private boolean isBroadcast() {
        return kind == CollectiveKind.BCAST;
    }

    /** Whether ranks have different counts. */
    public boolean isVector() {
        return switch (kind) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER -> true;
            default -> false;
        };
    }

    /** Items of the block between two ranks; the first rank is 0 if each rank has one block. */
    public int count(int a, int b) {
        return isVector() ? counts[a][b] : count;
    }

    private int at(int rank) {
        return isVector() ? at[rank] : rank * count;
    }

    public Shape shape(int rank) {
        Shape shape = new Shape().reset(kind, rank, size);
        shape.root = root;
        shape.inPlace = inPlace && !(kind == CollectiveKind.GATHERV && rank != root);
        shape.commutative = commutative;
        shape.count = count(0, rank);
        shape.segment = segment;
        shape.nodes = nodes;
        shape.sites = sites;
        shape.torus = torus;
        shape.itemBytes = 8;
        boolean isRoot = rank == root;
        switch (kind) {
            case GATHERV -> setReceive(shape, isRoot, 0);
            case SCATTERV -> setSend(shape, isRoot, 0);
            case ALLGATHERV, REDUCE_SCATTER -> setReceive(shape, true, 0);
            case ALLTOALLV, ALLTOALLW -> {
                setReceive(shape, true, rank);
                setSend(shape, !inPlace, rank);
            }
            default -> {}
        }
        return shape;
    }

    private void setReceive(Shape shape, boolean significant, int row) {
        shape.receiveCounts = significant ? Counts.of(counts[row]) : null;
        shape.receiveAt = significant ? Counts.of(at) : null;
    }

    private void setSend(Shape shape, boolean significant, int row) {
        shape.sendCounts = significant ? Counts.of(counts[row]) : null;
        shape.sendAt = significant ? Counts.of(at) : null;
    }

    /** The send buffer of a rank. */
    public String[] send(int rank) {
        return symbols(rank);
    }

    private String[] symbols(int rank) {
        String[] cells = new String[room];
        Arrays.setAll(cells, i -> rank + "." + i);
        return cells;
    }

    /** The initial receive buffer of a rank. */
    public String[] receive(int rank) {
        if (inPlace || isBroadcast() && rank == root) {
            return symbols(rank);
        }
        String[] cells = new String[room];
        Arrays.fill(cells, UNTOUCHED);
        return cells;
    }

    /** Whether a rank's receive buffer is a result. */
    public boolean hasResult(int rank) {
        return switch (kind) {
            case GATHER, GATHERV, REDUCE -> rank == root;
            case SCATTER, SCATTERV -> !(inPlace && rank == root);
            case BARRIER -> false;
            case EXSCAN -> rank > 0;
            default -> true;
        };
    }

    /** The final receive buffer of a rank; null for items that are not significant. */
    public String[] expected(int rank) {
        String[] cells = new String[room];
        switch (kind) {
            case BCAST -> fill(cells, 0, count, root, 0);
            case GATHER, ALLGATHER, GATHERV, ALLGATHERV -> gathered(cells, rank);
            case SCATTER, SCATTERV -> fill(cells, 0, count(0, rank), root, at(rank));
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> exchanged(cells, rank);
            case REDUCE, ALLREDUCE -> reduced(cells, count, size, 0);
            case SCAN -> reduced(cells, count, rank + 1, 0);
            case EXSCAN -> reduced(cells, count, rank, 0);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
                int before = 0;
                for (int r = 0; r < rank; r++) {
                    before += count(0, r);
                }
                reduced(cells, count(0, rank), size, before);
            }
            default -> {}
        }
        return cells;
    }

    private static void fill(String[] cells, int to, int items, int rank, int from) {
        for (int i = 0; i < items; i++) {
            cells[to + i] = rank + "." + (from + i);
        }
    }

    private void gathered(String[] cells, int rank) {
        for (int r = 0; r < size; r++) {
            boolean stays = inPlace && r == rank;
            boolean inBlock =
                    kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLGATHERV || stays;
            fill(cells, at(r), count(0, r), r, inPlace && inBlock ? at(r) : 0);
        }
    }

    private void exchanged(String[] cells, int rank) {
        for (int r = 0; r < size; r++) {
            fill(cells, at(r), count(r, rank), r, at(rank));
        }
    }

    private static void reduced(String[] cells, int items, int ranks, int from) {
        for (int i = 0; i < items; i++) {
            StringBuilder text = new StringBuilder();
            for (int r = 0; r < ranks; r++) {
                text.append(r == 0 ? "" : " ").append(r).append('.').append(from + i);
            }
            cells[i] = text.toString();
        }
    }

    @Override
    public String toString() {
        return kind
                + " size="
                + size
                + " root="
                + root
                + " count="
                + count
                + " inPlace="
                + inPlace
                + " commutative="
                + commutative
                + " segment="
                + segment
                + " nodes="
                + nodes
                + " sites="
                + sites
                + " torus="
                + torus;
    }
}
