package musubi.pvas;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Binds threads to processors with {@code sched_setaffinity}; threads inherit the binding of their
 * creator. The first call into the C library takes about 90 ms of processor time, so binding is
 * optional.
 */
final class ThreadBinding {
    private static final int MASK_BYTES = 1024;

    private ThreadBinding() {}

    /**
     * Binds the calling thread.
     *
     * @param processors comma-separated numbers; empty for no binding
     * @return null, or the cause of a failure
     */
    static String bind(String processors) {
        if (processors.isEmpty()) {
            return null;
        }
        FunctionDescriptor signature =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS);
        Linker linker = Linker.nativeLinker();
        MemorySegment function =
                linker.defaultLookup().find("sched_setaffinity").orElse(MemorySegment.NULL);
        if (function.equals(MemorySegment.NULL)) {
            return "this system has no sched_setaffinity";
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES);
            Arrays.stream(processors.split(","))
                    .mapToInt(Integer::parseInt)
                    .forEach(p -> add(mask, p));
            int result =
                    (int)
                            linker.downcallHandle(function, signature)
                                    .invokeExact(0, (long) MASK_BYTES, mask);
            return result == 0 ? null : "sched_setaffinity failed: processors=" + processors;
        } catch (IllegalCallerException _) {
            return "Java denies native access; grant it with --enable-native-access=ALL-UNNAMED";
        } catch (Throwable e) {
            return e.toString();
        }
    }

    private static void add(MemorySegment mask, int processor) {
        long at = processor / Byte.SIZE;
        byte bits = mask.get(ValueLayout.JAVA_BYTE, at);
        mask.set(ValueLayout.JAVA_BYTE, at, (byte) (bits | 1 << processor % Byte.SIZE));
    }
}
