package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.ChoiceLoss;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Losses of the model's choices against the best algorithm of each kind. */
record ChoiceLossTable(Consumer<String> progress) {
    /** Algorithms with a modelled time above this multiple of the choice's are not run. */
    private static final double RUN_UP_TO = 2;

    private static final long KIB = BroadcastFindings.KIB;

    /** Kinds and their sizes on 384 ranks. */
    private static final List<Case> SMALL =
            List.of(
                    new Case(CollectiveKind.BARRIER, 0),
                    new Case(CollectiveKind.BCAST, KIB, 32 * KIB, 256 * KIB, 4096 * KIB),
                    new Case(CollectiveKind.REDUCE, KIB, 32 * KIB, 256 * KIB),
                    new Case(CollectiveKind.ALLREDUCE, KIB, 32 * KIB, 256 * KIB),
                    new Case(CollectiveKind.GATHER, 16, KIB, 16 * KIB),
                    new Case(CollectiveKind.SCATTER, 16, KIB, 16 * KIB),
                    new Case(CollectiveKind.SCAN, KIB, 32 * KIB, 256 * KIB),
                    new Case(CollectiveKind.ALLGATHER, 16, KIB, 32 * KIB),
                    new Case(CollectiveKind.REDUCE_SCATTER_BLOCK, 16, KIB, 16 * KIB),
                    new Case(CollectiveKind.ALLTOALL, 16, KIB, 16 * KIB));

    /** Kinds and their sizes on more ranks: those that simulate in seconds. */
    private static final List<Case> LARGER =
            List.of(
                    new Case(CollectiveKind.BARRIER, 0),
                    new Case(CollectiveKind.BCAST, KIB, 32 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB),
                    new Case(CollectiveKind.REDUCE, KIB, 32 * KIB, 256 * KIB),
                    new Case(CollectiveKind.ALLREDUCE, KIB, 32 * KIB, 256 * KIB));

    private record Case(CollectiveKind kind, long... sizes) {}

    /** A row for each kind and shape, in Markdown. */
    List<String> lines(List<StudyScale> scales) {
        MarkdownTable table =
                new MarkdownTable("kind", "job", "sizes", "greatest loss", "at", "choice", "best");
        for (StudyScale scale : scales) {
            if (scale != StudyScale.LARGE) {
                for (Case each : scale == StudyScale.SMALL ? SMALL : LARGER) {
                    progress.accept(scale.nodes() + " ranks, choices of " + each.kind);
                    jobs(scale).forEach(job -> add(table, each, job));
                }
            }
        }
        return table.lines();
    }

    /** On links as algorithms see them, and of one and two dimensions on those of three. */
    private static List<TorusEmbedding> jobs(StudyScale scale) {
        List<TorusEmbedding> jobs = new ArrayList<>();
        for (Torus shape : scale.shapes()) {
            jobs.add(TorusEmbedding.of(shape));
        }
        jobs.add(scale.embedded(1));
        jobs.add(scale.embedded(2));
        return jobs;
    }

    private static void add(MarkdownTable table, Case each, TorusEmbedding job) {
        ChoiceLoss worst = null;
        long at = 0;
        List<String> sizes = new ArrayList<>();
        for (long bytes : each.sizes) {
            sizes.add(MarkdownTable.size(bytes));
            ChoiceLoss loss = ChoiceLoss.of(each.kind, job, bytes, RUN_UP_TO);
            if (worst == null || loss.loss() > worst.loss()) {
                worst = loss;
                at = bytes;
            }
        }
        table.row(
                each.kind.name().toLowerCase(Locale.ROOT),
                job,
                String.join(", ", sizes),
                Math.round(100 * worst.loss()) + " %",
                MarkdownTable.size(at),
                worst.choice().algorithm().name(),
                worst.best());
    }
}
