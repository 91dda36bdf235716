package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Derives the predecessors of each step of a program: from earlier accesses to the same items,
 * earlier messages of the same two ranks, and fences ({@link ScheduleBuilder}).
 */
final class DependencyAnalysis {
    /**
     * A fence after more steps than these becomes a step of its own, the predecessor of all later
     * ones.
     */
    private static final int FENCE_STEPS = 4;

    private final List<Ordered> steps = new ArrayList<>();
    private final Map<Integer, BufferAccesses> uses = new HashMap<>();
    private final Map<Integer, MessageWindow> sent = new HashMap<>();
    private final Map<Integer, MessageWindow> received = new HashMap<>();
    private final Predecessors after = new Predecessors();

    /** The steps between the last two fences, predecessors of all later ones. */
    private int fenceFrom;

    private int fenceTo;

    /** A step with the indexes of its predecessors. */
    private record Ordered(ScheduleBuilder.Draft draft, int number, int[] after) {}

    /** Appends a step. */
    void add(ScheduleBuilder.Draft draft) {
        if (draft.fenced() && fenceTo != steps.size()) {
            fence();
        }
        append(draft);
    }

    private void fence() {
        uses.clear();
        fenceFrom = fenceTo;
        fenceTo = steps.size();
        if (fenceTo - fenceFrom > FENCE_STEPS) {
            append(
                    new ScheduleBuilder.Draft(
                            Step.Kind.COPY, -1, Part.NOTHING, Part.NOTHING, false, false));
            fenceFrom = fenceTo++;
        }
    }

    private void append(ScheduleBuilder.Draft draft) {
        int step = steps.size();
        after.of(step);
        if (!draft.independent()) {
            use(step, draft.from(), draft.to());
        }
        for (int earlier = fenceFrom; earlier < fenceTo; earlier++) {
            after.add(earlier);
        }
        int number = draft.peer() < 0 ? 0 : number(draft, step);
        steps.add(new Ordered(draft, number, after.toArray()));
    }

    private void use(int step, Part from, Part to) {
        if (from != null && from.count() > 0) {
            usesOf(from).read(from.offset(), from.end(), step, after);
        }
        if (to != null && to.count() > 0) {
            usesOf(to).write(to.offset(), to.end(), step, after);
        }
    }

    private BufferAccesses usesOf(Part part) {
        return uses.computeIfAbsent(part.buffer(), _ -> new BufferAccesses());
    }

    private int number(ScheduleBuilder.Draft draft, int step) {
        Map<Integer, MessageWindow> flows = draft.kind() == Step.Kind.SEND ? sent : received;
        MessageWindow flow = flows.computeIfAbsent(draft.peer(), _ -> new MessageWindow());
        if (!draft.independent()) {
            after.add(flow.before());
        }
        flow.add(step);
        return flow.next() - 1;
    }

    /** The schedule of all steps, with their successors. */
    Schedule schedule(List<Part> temporaries) {
        int[][] successors = successors();
        List<Step> all = new ArrayList<>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Ordered step = steps.get(i);
            ScheduleBuilder.Draft draft = step.draft;
            all.add(
                    new Step(
                            draft.kind(),
                            draft.peer(),
                            step.number,
                            draft.from(),
                            draft.to(),
                            step.after.length,
                            successors[i]));
        }
        return new Schedule(all, temporaries);
    }

    private int[][] successors() {
        int[] counts = new int[steps.size()];
        for (Ordered step : steps) {
            for (int earlier : step.after) {
                counts[earlier]++;
            }
        }
        int[][] successors = new int[steps.size()][];
        for (int i = 0; i < counts.length; i++) {
            successors[i] = new int[counts[i]];
            counts[i] = 0;
        }
        for (int i = 0; i < successors.length; i++) {
            for (int earlier : steps.get(i).after) {
                successors[earlier][counts[earlier]++] = i;
            }
        }
        return successors;
    }
}
