package musubi.observe;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.observe.rankrecord.RecordView;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The performance variables of a rank, which a program gets as an attribute of a communicator:
 *
 * <pre>{@code
 * var variables = (PerformanceVariables) MPI.COMM_WORLD.getAttr(PerformanceVariables.KEYVAL);
 * Map<String, Long> before = variables.snapshot();
 * ...
 * Map<String, Long> spent = variables.since(before);
 * }</pre>
 *
 * <p>New variables appear, for example with the first use of a transport. Values are as recent as
 * the last communication of the rank; a value is never torn. After the model of MPI-4.1 section
 * 15.3 (the tool information interface). Any thread, also after {@code MPI.Finalize}.
 */
public final class PerformanceVariables {
    /** The key of the attribute; predefined, so it is neither created nor deleted. */
    public static final int KEYVAL = 90;

    private final MemorySegment memory;

    /** Those in the memory of a rank. */
    public PerformanceVariables(MemorySegment memory) {
        this.memory = memory;
    }

    /** The variables of this rank now; later calls may return more, in the same order. */
    public List<PerformanceVariable> all() {
        return view().all().stream()
                .map(each -> new PerformanceVariable(each.name(), each.unit(), each.kind()))
                .toList();
    }

    /**
     * The value now.
     *
     * @throws MpiFailure of class ARG when there is none of this name
     */
    public long read(String name) {
        Long value = snapshot().get(name);
        if (value == null) {
            throw new MpiFailure(ErrorClass.ARG, "no such performance variable")
                    .with("name", name)
                    .advice(
                            "all() has those of this rank: some only after first use, none with"
                                    + " -Dmusubi.observe=false");
        }
        return value;
    }

    /** All values now, by name; a new map. */
    public Map<String, Long> snapshot() {
        Map<String, Long> values = new TreeMap<>();
        view().all().forEach(each -> values.put(each.name(), each.value()));
        return values;
    }

    /** How much each has grown since a snapshot, by name; levels may have fallen. */
    public Map<String, Long> since(Map<String, Long> snapshot) {
        Map<String, Long> values = snapshot();
        values.replaceAll((name, value) -> value - snapshot.getOrDefault(name, 0L));
        return values;
    }

    RecordView view() {
        return RecordView.of(memory);
    }
}
