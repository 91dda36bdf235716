package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.PmiLine;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What node proxies answer by themselves. */
class KeyCacheTest {
    private final KeyCache cache = new KeyCache();
    private final List<Frame> frames = new ArrayList<>();
    private final KeyBroadcast broadcast = new KeyBroadcast(List.of(0, 1), this::receive);

    private void receive(Frame frame) {
        frames.add(frame);
        if (frame.node() == 0) {
            try {
                cache.take(frame.reader());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String get(String space, String key) {
        PmiLine answer = cache.answer("cmd=get kvsname=" + space + " key=" + key);
        if (answer == null) {
            return null;
        }
        assertTrue(answer.toString().startsWith("cmd=get_result rc=0 "), answer::toString);
        return answer.value("value");
    }

    @Test
    void shouldAnswerWhatABarrierHasMadeVisible() {
        assertNull(get("j-0", "a"));
        broadcast.publish("j-0", Map.of("a", "1=;x", "b", ""));
        assertEquals("1=;x", get("j-0", "a"));
        assertEquals("", get("j-0", "b"));
        assertNull(get("j-0", "c"));
        assertNull(get("j-1", "a"));
        assertNull(cache.answer("cmd=barrier_in"));
        assertNull(cache.answer("cmd=get key=a"));
        assertNull(cache.answer("no line"));
        assertEquals(2, frames.size(), "one for each child");
        broadcast.publish("j-0", Map.of());
        assertEquals(2, frames.size());
    }

    @Test
    void shouldHaveTheNewValueBehindTheNextBarrier() {
        broadcast.publish("j-0", Map.of("a", "1"));
        assertNull(cache.answer("cmd=put kvsname=j-0 key=a value=2"));
        assertNull(get("j-0", "a"), "mpiexec has the new value already");
        broadcast.publish("j-0", Map.of("a", "2"));
        assertEquals("2", get("j-0", "a"));
    }

    @Test
    void shouldSendManyValuesInPieces() {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            values.put("key" + i, "v".repeat(500) + i);
        }
        broadcast.publish("j-0", values);
        assertTrue(frames.size() > 10, "frames=" + frames.size());
        for (Frame frame : frames) {
            assertTrue(frame.payload().length < 2 * Frame.PIECE_BYTES);
        }
        values.forEach((key, value) -> assertEquals(value, get("j-0", key)));
    }

    @Test
    void shouldLeaveAnEpochWithTooManyBytesToMpiexec() {
        broadcast.publish("j-0", Map.of("small", "1"));
        String huge = "v".repeat((int) KeyBroadcast.LIMIT_BYTES);
        broadcast.publish("j-0", Map.of("small", "2", "large", huge));
        assertNull(get("j-0", "small"));
        assertNull(get("j-0", "large"));
        broadcast.publish("j-0", Map.of("small", "3"));
        assertNull(get("j-0", "small"));
        broadcast.publish("j-1", Map.of("small", "4"));
        assertEquals("4", get("j-1", "small"));
    }

    @Test
    void shouldForgetEpochsThatAreOver() {
        for (int epoch = 0; epoch < 10; epoch++) {
            broadcast.publish("j-" + epoch, Map.of("a", "" + epoch));
        }
        assertNull(get("j-7", "a"));
        assertEquals("8", get("j-8", "a"));
        assertEquals("9", get("j-9", "a"));
    }
}
