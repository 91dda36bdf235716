package musubi.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

class ProgramBuffersTest {
    private static final long DEADLINE_NS = 60_000_000_000L;
    private static final long PAUSE_NS = 100_000;

    private final AtomicInteger collections = new AtomicInteger();
    private final List<MemorySegment> kept = new ArrayList<>();

    private BufferBudget budget(long limit, long garbage) {
        return new BufferBudget(
                limit,
                garbage,
                0,
                () -> {
                    collections.incrementAndGet();
                    System.gc();
                });
    }

    private static MemorySegment allocate(ProgramBuffers rank, long bytes) {
        return rank.allocate(bytes, _ -> null);
    }

    @Test
    void shouldFreeAtOnceWhenAskedTo() {
        BufferBudget budget = budget(1000, 1000);
        ProgramBuffers rank = new ProgramBuffers(budget);
        MemorySegment memory = allocate(rank, 100);
        assertEquals(0, memory.get(ValueLayout.JAVA_INT, 96));
        ByteBuffer view = memory.asByteBuffer().slice(8, 4);
        assertEquals(100, rank.used());
        rank.free(MemorySegment.ofBuffer(view));
        assertEquals(0, rank.used());
        assertEquals(0, budget.used());
        assertThrows(IllegalStateException.class, () -> view.get(0));
        assertThrows(IllegalStateException.class, () -> memory.get(ValueLayout.JAVA_INT, 0));
        MpiFailure again = assertThrows(MpiFailure.class, () -> rank.free(memory));
        assertEquals(ErrorClass.BUFFER, again.errorClass());
        assertTrue(again.getMessage().contains("freed before"), again.getMessage());
        assertEquals(0, collections.get());
    }

    @Test
    void shouldRefuseMemoryThatIsNotItsOwn() {
        ProgramBuffers rank = new ProgramBuffers(budget(1000, 1000));
        kept.add(allocate(rank, 100));
        MemorySegment other = Arena.ofAuto().allocate(100);
        MpiFailure failure = assertThrows(MpiFailure.class, () -> rank.free(other));
        assertTrue(failure.getMessage().contains("not a buffer of this rank"));
        assertEquals(100, rank.used());
    }

    @Test
    void shouldNameUseAndLimitWhenMemoryIsExhausted() {
        BufferBudget budget = budget(1000, 1000);
        ProgramBuffers hog = new ProgramBuffers(budget);
        ProgramBuffers other = new ProgramBuffers(budget);
        kept.add(allocate(hog, 700));
        kept.add(allocate(other, 50));
        MpiFailure failure = assertThrows(MpiFailure.class, () -> allocate(other, 300));
        assertEquals(ErrorClass.NO_MEM, failure.errorClass());
        for (String part :
                List.of(
                        "bytes=300",
                        "in use by this rank=50",
                        "by all 2 ranks of this JVM=750",
                        "limit=1000",
                        "musubi.buffer.limit")) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
        assertEquals(750, budget.used());
        hog.freeAll();
        kept.add(allocate(other, 300));
    }

    @Test
    void shouldCollectUnreachableBuffersBeforeTheyExceedTheBudget() {
        long bytes = 64 << 10;
        long garbage = 1 << 20;
        AtomicReference<BufferBudget> collected = new AtomicReference<>();
        BufferBudget budget =
                new BufferBudget(1 << 30, garbage, 0, () -> collectAll(collected.get(), bytes));
        collected.set(budget);
        ProgramBuffers rank = new ProgramBuffers(budget);
        long most = 0;
        for (int i = 0; i < 400; i++) {
            allocate(rank, bytes).fill((byte) 1);
            most = Math.max(most, budget.used());
        }
        assertTrue(most <= garbage + 2 * bytes, "most=" + most);
        // 25 MiB in total; the last buffer may be reachable during a collection.
        int times = collections.get();
        assertTrue(times >= 23 && times <= 27, "collections=" + times);
    }

    /** Collects until at most this many bytes are left, however late the freeing thread is. */
    private void collectAll(BufferBudget budget, long rest) {
        collections.incrementAndGet();
        long endNs = System.nanoTime() + DEADLINE_NS;
        while (budget.used() > rest && System.nanoTime() < endNs) {
            System.gc();
            LockSupport.parkNanos(PAUSE_NS);
        }
        assertTrue(budget.used() <= rest, "left=" + budget.used());
    }

    @Test
    void shouldCollectSeldomWhenBuffersAreInUse() {
        ProgramBuffers rank = new ProgramBuffers(budget(1 << 30, 1 << 10));
        for (int i = 0; i < 2000; i++) {
            kept.add(allocate(rank, 1 << 10));
        }
        assertTrue(collections.get() >= 2 && collections.get() <= 12, "times=" + collections);
        assertEquals(2000L << 10, rank.used());
    }

    @Test
    void shouldLeaveTheCollectionToTheRankThatGrows() {
        BufferBudget budget = budget(1 << 30, 1000);
        ProgramBuffers hog = new ProgramBuffers(budget);
        ProgramBuffers modest = new ProgramBuffers(budget);
        kept.add(allocate(hog, 960));
        kept.add(allocate(modest, 100));
        assertEquals(0, collections.get());
        kept.add(allocate(hog, 10));
        assertEquals(1, collections.get());
    }

    @Test
    void shouldDivideTheGarbageAmongTheRanksOfTheNode() {
        BufferBudget process = new BufferBudget(0, 0, 4, System::gc);
        new ProgramBuffers(process);
        assertEquals(64 << 20, process.garbage());
        assertEquals(32 << 20, new BufferBudget(0, 0, 64, System::gc).garbage());
        BufferBudget whole = new BufferBudget(0, 0, 2, System::gc);
        new ProgramBuffers(whole);
        new ProgramBuffers(whole);
        assertEquals(256 << 20, whole.garbage());
        assertEquals(256 << 20, new BufferBudget(0, 0, 0, System::gc).garbage());
        assertEquals(1 << 20, new BufferBudget(8 << 20, 0, 4, System::gc).garbage());
        assertEquals(77, new BufferBudget(0, 77, 4, System::gc).garbage());
    }

    @Test
    void shouldFreeAllBuffersWhenTheRankEnds() {
        BufferBudget budget = budget(1000, 1000);
        ProgramBuffers ending = new ProgramBuffers(budget);
        ProgramBuffers other = new ProgramBuffers(budget);
        MemorySegment gone = allocate(ending, 100);
        MemorySegment stays = allocate(other, 100);
        kept.add(allocate(ending, 0));
        ending.freeAll();
        assertEquals(100, budget.used());
        assertThrows(IllegalStateException.class, () -> gone.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(0, stays.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void shouldCountTheMemoryOfAPoolLikeItsOwn() {
        ProgramBuffers rank = new ProgramBuffers(budget(1000, 1000));
        AtomicInteger returned = new AtomicInteger();
        MemorySegment pool = Arena.ofAuto().allocate(200);
        MemorySegment memory =
                rank.allocate(
                        64,
                        bytes ->
                                musubi.region.Lifetime.lend(
                                        pool.asSlice(64, bytes), returned::incrementAndGet));
        memory.set(ValueLayout.JAVA_INT, 0, 7);
        assertEquals(7, pool.get(ValueLayout.JAVA_INT, 64));
        rank.free(memory);
        assertEquals(1, returned.get());
        assertEquals(0, rank.used());
        awaitNoSecondReturn(returned);
    }

    /** A freed buffer that becomes unreachable is not freed again. */
    private static void awaitNoSecondReturn(AtomicInteger returned) {
        BufferBudget budget = new BufferBudget(1000, 1000, 0, System::gc);
        ProgramBuffers later = new ProgramBuffers(budget);
        allocate(later, 10);
        long endNs = System.nanoTime() + DEADLINE_NS;
        while (later.used() > 0 && System.nanoTime() < endNs) {
            System.gc();
            Thread.onSpinWait();
        }
        assertFalse(later.used() > 0);
        assertEquals(1, returned.get());
    }
}
