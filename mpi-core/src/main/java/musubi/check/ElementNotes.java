package musubi.check;

import musubi.error.CallSite;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Notes on calls whose datatype names other elements than the buffer has: allowed, but rarely
 * meant. Each line of the program is noted once.
 */
final class ElementNotes {
    private final Set<CallSite> noted = new HashSet<>();
    private final Consumer<String> lines;

    ElementNotes(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Notes a buffer of the call that the calling thread makes, if its elements are others. */
    void look(Object buffer, MpiType type) {
        if (BufferBinder.hasElementsOf(buffer, type)) {
            return;
        }
        CallSite site = CallSite.find();
        if (noted.add(site)) {
            lines.accept(
                    "note: %s takes the bytes of %s as items of %s"
                            .formatted(site, buffer.getClass().getSimpleName(), type));
        }
    }
}
