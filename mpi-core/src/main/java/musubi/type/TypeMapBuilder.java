package musubi.type;

import java.util.ArrayList;
import java.util.List;

/** Builds a type map from parts; adjacent runs are joined. */
final class TypeMapBuilder {
    private final List<TypeMap> parts = new ArrayList<>();
    private boolean onlyRuns = true;

    /** Adds a part at a displacement from the start of the item, in bytes. */
    void add(long at, TypeMap part) {
        if (part.bytes == 0) {
            return;
        }
        TypeMap here = part.shifted(at);
        if (here instanceof ContiguousMap run) {
            addRun(run);
        } else {
            onlyRuns = false;
            parts.add(here);
        }
    }

    private void addRun(ContiguousMap run) {
        if (!parts.isEmpty()
                && parts.getLast() instanceof ContiguousMap last
                && last.at + last.bytes == run.at) {
            parts.set(parts.size() - 1, new ContiguousMap(last.at, last.bytes + run.bytes));
        } else {
            parts.add(run);
        }
    }

    TypeMap build() {
        if (parts.isEmpty()) {
            return TypeMap.EMPTY;
        }
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        if (!onlyRuns) {
            return SequenceMap.of(parts.toArray(new TypeMap[0]));
        }
        return IndexedMap.of(parts.stream().map(ContiguousMap.class::cast).toList());
    }
}
