package musubi.ledger;

import musubi.bootstrap.Bootstrap;
import musubi.memory.Component;
import musubi.memory.MemoryReport;
import musubi.region.AddressSpace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The report of {@code mpiexec --memory-report}: each rank puts its figures into the key-value
 * space, and rank 0 writes a table with a row for each rank and each node. One rank of each JVM
 * adds what its ranks share and what the JVM itself uses.
 */
public final class JobMemoryReport {
    /** More ranks than this have no rows of their own. */
    private static final int MOST_ROWS = 64;

    private static final String KEY = "memory-";

    /** The jobs, or epochs of one, for which a rank of this JVM reports. */
    private static final class ReportedJobs {
        private final Set<String> jobs = ConcurrentHashMap.newKeySet();
    }

    private final RankMemory rank;
    private final Bootstrap bootstrap;
    private final Map<Integer, MemoryReport> nodes = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    /** The report of the job of a rank; collective. */
    public JobMemoryReport(RankMemory rank) {
        this.rank = rank;
        bootstrap = rank.job();
    }

    /**
     * Gathers it.
     *
     * @return the lines of the table; none on other ranks than 0
     */
    public List<String> lines() {
        AddressSpace jvm = bootstrap.addressSpace();
        boolean speaks =
                jvm == null
                        || jvm.shared(ReportedJobs.class, ReportedJobs::new)
                                .jobs
                                .add(bootstrap.jobId());
        bootstrap.put(KEY + bootstrap.worldRank(), bootstrap.node() + ";" + encode(speaks));
        bootstrap.fence();
        if (bootstrap.worldRank() == 0) {
            write();
        }
        return lines;
    }

    /** Two reports of the rank that reports for its JVM, else one. */
    private String encode(boolean speaks) {
        MemoryReport own = MemoryLedger.of(rank);
        if (!speaks) {
            return own.encode();
        }
        System.gc();
        MemoryReport shared = MemoryLedger.shared(rank);
        return own.encode() + ";" + shared.plus(MemoryLedger.other(own.plus(shared))).encode();
    }

    private void write() {
        header();
        for (int r = 0; r < bootstrap.worldSize(); r++) {
            String[] value = bootstrap.get(KEY + r).split(";");
            MemoryReport own = MemoryReport.decode(value[1]);
            if (r < MOST_ROWS) {
                row("rank " + r, own);
            }
            MemoryReport all = value.length == 2 ? own : own.plus(MemoryReport.decode(value[2]));
            nodes.merge(Integer.parseInt(value[0]), all, MemoryReport::plus);
        }
        nodes.forEach((node, report) -> row("node " + node, report));
    }

    private void header() {
        StringBuilder line = new StringBuilder(String.format("%-12s", "memory, KiB"));
        for (Component component : Component.values()) {
            line.append(String.format("%20s", component.label()));
        }
        lines.add(line.append(String.format("%20s", "all")).toString());
    }

    private void row(String who, MemoryReport report) {
        StringBuilder line = new StringBuilder(String.format("%-12s", who));
        for (Component component : Component.values()) {
            long heap = report.heapBytes(component);
            line.append(kibibytes(heap, report.offHeapBytes(component)));
        }
        lines.add(line.append(kibibytes(report.heapBytes(), report.offHeapBytes())).toString());
    }

    /** What is in the heap, and behind a plus what is outside of it. */
    private static String kibibytes(long heapBytes, long outsideBytes) {
        double heap = heapBytes / 1024.0;
        double outside = outsideBytes / 1024.0;
        String text =
                outsideBytes == 0
                        ? String.format(Locale.ROOT, "%.1f", heap)
                        : String.format(Locale.ROOT, "%.1f + %.1f", heap, outside);
        return String.format("%20s", text);
    }
}
