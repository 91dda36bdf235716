package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Which arrays are kept for packed items. */
class PackBufferPoolTest {
    private final PackBufferPool pool = new PackBufferPool();

    @Test
    void shouldGiveArraysOfTheNextPowerOfTwo() {
        assertEquals(64, pool.acquire(0).length);
        assertEquals(64, pool.acquire(64).length);
        assertEquals(128, pool.acquire(65).length);
        assertEquals(128, pool.acquire(128).length);
        assertEquals(1 << 20, pool.acquire((1 << 19) + 1).length);
    }

    @Test
    void shouldGiveAReleasedArrayOfTheSameSizeAgain() {
        byte[] small = pool.acquire(50);
        byte[] large = pool.acquire(100);
        pool.release(small);
        pool.release(large);
        assertSame(large, pool.acquire(128));
        assertNotSame(large, pool.acquire(128));
        assertSame(small, pool.acquire(1));
    }

    @Test
    void shouldKeepSixteenOfASize() {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            all.add(pool.acquire(64));
        }
        all.forEach(pool::release);
        for (int i = 15; i >= 0; i--) {
            assertSame(all.get(i), pool.acquire(64));
        }
        assertNotSame(all.get(16), pool.acquire(64));
    }

    @Test
    void shouldKeepSixteenMebibytesInAll() {
        int half = 8 << 20;
        byte[] first = pool.acquire(half);
        byte[] second = pool.acquire(half);
        byte[] third = pool.acquire(64);
        pool.release(first);
        pool.release(second);
        pool.release(third);
        assertNotSame(third, pool.acquire(64));
        assertSame(second, pool.acquire(half));
        pool.release(third);
        assertSame(third, pool.acquire(64));
        assertSame(first, pool.acquire(half));
        pool.release(first);
        pool.release(second);
        assertSame(second, pool.acquire(half));
    }
}
