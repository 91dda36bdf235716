package musubi.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The calls into the C library that Java lacks: wait and wake on a word in shared memory, and to
 * return a part of it to the system. Bound at first use, which costs some 20 ms of processor time.
 */
final class LinuxNativeAccess {
    private static final int WAIT = 0;
    private static final int WAKE = 1;

    /** {@code MADV_REMOVE}, the same on all processors. */
    private static final int REMOVE = 9;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final long FUTEX = futexNumber();

    private LinuxNativeAccess() {}

    /** The system call's number here, or negative when it does not exist or Java denies it. */
    private static long futexNumber() {
        if (!isGranted() || !System.getProperty("os.name").equals("Linux")) {
            return -1;
        }
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> 202;
            case "aarch64", "riscv64" -> 98;
            default -> -1;
        };
    }

    /** Whether Java grants this module native access. */
    static boolean isGranted() {
        return LinuxNativeAccess.class.getModule().isNativeAccessEnabled();
    }

    /** Whether the other methods may be called. */
    static boolean isSupported() {
        return FUTEX >= 0;
    }

    /**
     * Sleeps while the word has the value, until a wake-up or the timeout.
     *
     * @param word 4 bytes, aligned
     * @param timeout of {@link #timespec}
     */
    static void futexWait(MemorySegment word, int value, MemorySegment timeout) {
        futex(word, WAIT, value, timeout);
    }

    /** A timeout for the C library; callers keep it, so that a sleep makes no garbage. */
    static MemorySegment timespec(long ns) {
        MemorySegment time = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);
        time.setAtIndex(ValueLayout.JAVA_LONG, 0, ns / NANOS_PER_SECOND);
        time.setAtIndex(ValueLayout.JAVA_LONG, 1, ns % NANOS_PER_SECOND);
        return time;
    }

    /** Wakes all sleepers on the word, in all processes. */
    static void futexWakeAll(MemorySegment word) {
        futex(word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
    }

    /**
     * Takes the memory of whole pages of a shared mapping out of the file and of all mappings;
     * false when the file system cannot.
     */
    static boolean discard(MemorySegment pages) {
        try {
            return (int) Advice.MADVISE.invokeExact(pages, pages.byteSize(), REMOVE) == 0;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call throws nothing", e);
        }
    }

    private static void futex(MemorySegment word, int operation, int value, MemorySegment timeout) {
        try {
            // The result does not matter: every caller reads the shared words again.
            long ignored = (long) Calls.SYSCALL.invokeExact(FUTEX, word, operation, value, timeout);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call throws nothing", e);
        }
    }

    /** The call {@code madvise}, bound at first use. */
    private static final class Advice {
        static final MethodHandle MADVISE = madvise();

        private static MethodHandle madvise() {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor signature =
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT);
            return linker.downcallHandle(
                    linker.defaultLookup().find("madvise").orElseThrow(), signature);
        }
    }

    /** The call {@code futex}, bound at first use. */
    private static final class Calls {
        static final MethodHandle SYSCALL = syscall();

        private static MethodHandle syscall() {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor signature =
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS);
            return linker.downcallHandle(
                    linker.defaultLookup().find("syscall").orElseThrow(),
                    signature,
                    Linker.Option.firstVariadicArg(1));
        }
    }
}
