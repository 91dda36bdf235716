package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The messages of a gatherv, or in the other direction of a scatterv, by site: between the ranks of
 * a site and its root, and between the roots of sites and that of the call.
 */
final class SiteStar {
    private final Shape shape;
    private final ScheduleBuilder builder;
    private final SiteView view;
    private final boolean isGather;
    private final IntFunction<Part> partOf;

    /**
     * The messages of a rank.
     *
     * @param partOf where it has what belongs to a rank
     */
    SiteStar(Shape shape, ScheduleBuilder builder, IntFunction<Part> partOf) {
        this.shape = shape;
        this.builder = builder;
        this.partOf = partOf;
        view = SiteView.of(shape, shape.root);
        isGather = SiteCounts.isGather(shape);
    }

    /**
     * All steps of the rank.
     *
     * @param wide has the message between the root and the root of another site
     */
    void run(IntConsumer wide) {
        if (!view.isSiteRoot()) {
            pass(isGather, view.siteRoot(view.site()), partOf.apply(shape.rank));
            return;
        }
        if (isGather) {
            members();
        }
        if (shape.isRoot()) {
            IntStream.range(0, view.sites()).filter(site -> site != view.site()).forEach(wide);
        } else {
            wide.accept(view.site());
        }
        if (!isGather) {
            members();
        }
    }

    private void members() {
        for (int member : ranks(view.site())) {
            if (member != shape.rank) {
                pass(!isGather, member, partOf.apply(member));
            }
        }
    }

    /** Whether this rank, the root of a site, sends to others, not receives. */
    boolean sendsAcross() {
        return isGather != shape.isRoot();
    }

    /** A message between the root of the call and that of another site. */
    void across(int site, Part part) {
        pass(sendsAcross(), shape.isRoot() ? view.siteRoot(site) : shape.root, part);
    }

    private void pass(boolean sends, int peer, Part part) {
        if (sends) {
            builder.send(peer, part);
        } else {
            builder.recv(peer, part);
        }
    }

    /** The ranks of a site, in ascending order. */
    int[] ranks(int site) {
        return IntStream.range(0, view.ranks().size(site))
                .map(place -> view.ranks().member(site, place))
                .toArray();
    }
}
