package musubi.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;

/**
 * The lifetime of memory that is lent to the program. It ends by {@link #end}, or once no segment
 * or buffer of the memory is reachable. An access after the end throws IllegalStateException.
 *
 * <p>Thread rule: any thread.
 */
public final class Lifetime {
    /** Loaded with the first lifetime, because it has a thread. */
    private static final Cleaner CLEANER = Cleaner.create();

    /** Weak, like the arena: the lifetime must not keep the memory alive. */
    private final WeakReference<Scope> scope;

    /** Kept by the scope; null when only the collector can end the lifetime. */
    private final WeakReference<Arena> arena;

    private final Ending ending;
    private final Cleaner.Cleanable cleanable;

    /** Memory with its lifetime. The holder of the lifetime must not keep the memory. */
    public record Lent(MemorySegment memory, Lifetime lifetime) {}

    /** What happens at the end. */
    private static final class Ending implements Runnable {
        private final Runnable first;
        private Runnable then;
        private boolean hasEnded;

        Ending(Runnable first) {
            this.first = first;
        }

        @Override
        public void run() {
            first.run();
            Runnable last;
            synchronized (this) {
                hasEnded = true;
                last = then;
            }
            if (last != null) {
                last.run();
            }
        }

        synchronized boolean then(Runnable action) {
            then = action;
            return !hasEnded;
        }
    }

    private Lifetime(MemorySegment memory, Arena arena, Runnable whenEnded) {
        scope = new WeakReference<>(memory.scope());
        this.arena = arena == null ? null : new WeakReference<>(arena);
        ending = new Ending(whenEnded);
        cleanable = CLEANER.register(memory.scope(), ending);
    }

    /** Whether Java permits {@link #lend}. */
    public static boolean isEndable() {
        return Lifetime.class.getModule().isNativeAccessEnabled();
    }

    /**
     * Lends native memory of a longer lifetime.
     *
     * @param whenEnded runs once, on any thread; refers to nothing that keeps the result reachable
     */
    public static Lent lend(MemorySegment memory, Runnable whenEnded) {
        Arena arena = Arena.ofShared();
        // The scope keeps its arena, by which the lifetime ends.
        MemorySegment lent = memory.reinterpret(arena, _ -> Reference.reachabilityFence(arena));
        return new Lent(lent, new Lifetime(lent, arena, whenEnded));
    }

    /** As {@link #lend}, of memory of an automatic arena: only the collector ends its lifetime. */
    public static Lent lendCollected(MemorySegment memory, Runnable whenEnded) {
        return new Lent(memory, new Lifetime(memory, null, whenEnded));
    }

    /** Runs a last action at the end; there is one at most. */
    public void whenEnded(Runnable last) {
        if (!ending.then(last)) {
            last.run();
        }
    }

    /** Whether memory is of this lifetime. */
    public boolean isOf(MemorySegment memory) {
        return scope.refersTo(memory.scope());
    }

    /**
     * Ends it.
     *
     * @return false when only the collector can end it
     * @throws IllegalStateException when it has ended, or a system call uses the memory
     */
    public boolean end() {
        if (arena == null) {
            return false;
        }
        Arena open = arena.get();
        if (open != null) {
            open.close();
        }
        cleanable.clean();
        return true;
    }

    /** Returns the memory to its owner, by a caller after which nothing accesses it. */
    public void giveBack() {
        cleanable.clean();
    }
}
