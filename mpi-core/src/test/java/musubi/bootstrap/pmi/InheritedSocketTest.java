package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class InheritedSocketTest {
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;

    /** A signal that the JVM does not use. */
    private static final int SIGWINCH = 28;

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... words) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find(name).orElseThrow(),
                FunctionDescriptor.of(result, words));
    }

    private static int[] pair() throws Throwable {
        MethodHandle call =
                function(
                        "socketpair",
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment both = arena.allocate(ValueLayout.JAVA_INT, 2);
            assertEquals(0, (int) call.invokeExact(AF_UNIX, SOCK_STREAM, 0, both));
            return both.toArray(ValueLayout.JAVA_INT);
        }
    }

    /** Installs a handler with which the signal only interrupts system calls. */
    private static void letSignalInterrupt() throws Throwable {
        MethodHandle signal =
                function("signal", ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
        MemorySegment harmless = Linker.nativeLinker().defaultLookup().find("abs").orElseThrow();
        MemorySegment before = (MemorySegment) signal.invokeExact(SIGWINCH, harmless);
        assertTrue(before.address() != -1);
        MethodHandle interrupt =
                function(
                        "siginterrupt",
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT);
        assertEquals(0, (int) interrupt.invokeExact(SIGWINCH, 1));
    }

    private static String read(InheritedSocket socket) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        int count = socket.read(bytes);
        return count < 0 ? "end" : new String(bytes.array(), 0, count, StandardCharsets.US_ASCII);
    }

    @Test
    void shouldReadTheEndWhenTheOtherEndCloses() throws Throwable {
        int[] both = pair();
        try (InheritedSocket one = new InheritedSocket(both[0])) {
            InheritedSocket other = new InheritedSocket(both[1]);
            one.write(ByteBuffer.wrap("to".getBytes(StandardCharsets.US_ASCII)));
            assertEquals("to", read(other));
            other.write(ByteBuffer.wrap("back".getBytes(StandardCharsets.US_ASCII)));
            assertEquals("back", read(one));
            other.close();
            assertEquals("end", read(one));
        }
    }

    @Test
    void shouldContinueReadingWhenASignalArrives() throws Throwable {
        letSignalInterrupt();
        int[] both = pair();
        MethodHandle self = function("pthread_self", ValueLayout.JAVA_LONG);
        MethodHandle kill =
                function(
                        "pthread_kill",
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT);
        BlockingQueue<Object> news = new LinkedBlockingQueue<>();
        try (InheritedSocket one = new InheritedSocket(both[0]);
                InheritedSocket other = new InheritedSocket(both[1])) {
            Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                try {
                                    news.add((long) self.invokeExact());
                                    news.add(read(one));
                                } catch (Throwable e) {
                                    news.add(e);
                                }
                            });
            long reader = (long) news.poll(300, TimeUnit.SECONDS);
            for (int i = 0; i < 20; i++) {
                TimeUnit.MILLISECONDS.sleep(5);
                assertEquals(0, (int) kill.invokeExact(reader, SIGWINCH));
            }
            other.write(ByteBuffer.wrap(new byte[] {'x'}));
            assertEquals("x", news.poll(300, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldNameTheErrorWhenItIsNoSocket() {
        InheritedSocket none = new InheritedSocket(1_000_000);
        IOException e = assertThrows(IOException.class, () -> read(none));
        assertTrue(e.getMessage().endsWith("descriptor=1000000 errno=9"), e.getMessage());
    }
}
