package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.bootstrap.pmi.PmiLine;
import musubi.launch.hosts.HostSlots;
import musubi.launch.hosts.RemoteLaunch;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.LinkTimes;
import musubi.launch.pmi.KeyLookup;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Owners and caches of the values of the key-value space. */
class KeyCacheTest {
    private static final int NODES = 3;
    private static final int LIMIT_BYTES = 1000;

    private final List<KeyCache> caches =
            List.of(new KeyCache(0), new KeyCache(1), new KeyCache(2));
    private final List<Frame> frames = new ArrayList<>();
    private final KeyDistribution distribution = distribution(2 * NODES);

    KeyCacheTest() {
        caches.forEach(cache -> cache.nodes(NODES));
    }

    private KeyDistribution distribution(int fanOut) {
        List<HostSlots> hosts =
                List.of(HostSlots.of("a", 1), HostSlots.of("b", 1), HostSlots.of("c", 1));
        RemoteLaunch reach =
                new RemoteLaunch(
                        RemoteLaunch.Launcher.FORK,
                        null,
                        List.of(),
                        null,
                        fanOut,
                        false,
                        LinkTimes.DEFAULT);
        return new KeyDistribution(new ProxyTree("j", hosts, reach), LIMIT_BYTES, this::receive);
    }

    private void receive(Frame frame) {
        frames.add(frame);
        KeyCache cache = caches.get(frame.node());
        try {
            if (frame.kind() == Kind.KEYS_PARTITIONED) {
                cache.partition(frame.reader());
            } else {
                cache.store(frame.reader());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PmiLine answer(int node, String line) {
        return caches.get(node).answer(PmiLine.parse(line));
    }

    private String get(String space, String key) {
        return get(0, space, key);
    }

    /**
     * The answer to a rank of this node, possibly from another node; null when mpiexec must answer.
     */
    private String get(int node, String space, String key) {
        String text = "cmd=get kvsname=" + space + " key=" + key;
        PmiLine answer = answer(node, text);
        KeyLookup question =
                answer == null ? caches.get(node).lookup(7, PmiLine.parse(text)) : null;
        if (question != null) {
            answer = asked(caches.get(node).frame(question));
        }
        return answer == null ? null : answer.value("value");
    }

    private PmiLine asked(Frame frame) {
        try {
            KeyLookup question = KeyLookup.read(frame.reader());
            assertEquals(7, question.session());
            return caches.get(frame.node()).answer(question);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> values(int count, String value) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < count; i++) {
            values.put("key" + i, value + i);
        }
        return values;
    }

    @Test
    void shouldReplyWhenABarrierHasMadeAValueVisible() {
        assertNull(get("j-0", "a"));
        assertFalse(distribution.publish("j-0", Map.of("a", "1=;x", "b", "")));
        assertEquals("1=;x", get("j-0", "a"));
        assertEquals("", get("j-0", "b"));
        assertNull(get("j-0", "c"));
        assertNull(get("j-1", "a"));
        assertNull(answer(0, "cmd=barrier_in"));
        assertNull(answer(0, "cmd=get key=a"));
        assertEquals(NODES, frames.size(), "one for each child");
        distribution.publish("j-0", Map.of());
        assertEquals(NODES, frames.size());
    }

    @Test
    void shouldReturnTheNewValueWhenTheNextBarrierIsPassed() {
        distribution.publish("j-0", Map.of("a", "1"));
        assertNull(answer(0, "cmd=put kvsname=j-0 key=a value=2"));
        assertNull(get("j-0", "a"), "mpiexec has the new value already");
        distribution.publish("j-0", Map.of("a", "2"));
        assertEquals("2", get("j-0", "a"));
    }

    @Test
    void shouldSplitValuesWhenThereAreMany() {
        Map<String, String> values = values(1000, "v".repeat(500));
        assertTrue(distribution.publish("j-0", values));
        assertTrue(frames.size() > 10, "frames=" + frames.size());
        for (Frame frame : frames) {
            assertTrue(frame.payload().length < 2 * Frame.PIECE_BYTES);
        }
        values.forEach((key, value) -> assertEquals(value, get("j-0", key)));
    }

    @Test
    void shouldKeepEachValueAtItsOwnerOnlyWhenThereAreMany() {
        assertFalse(distribution.publish("j-0", values(30, "old")));
        assertEquals(30, caches.get(1).count("j-0"), "few are everywhere");
        assertTrue(distribution.publish("j-0", values(3000, "new")));
        int all = 0;
        for (int node = 0; node < NODES; node++) {
            int count = caches.get(node).count("j-0");
            assertTrue(count > 900 && count < 1100, "node=" + node + " values=" + count);
            all += count;
            for (int i = 0; i < 3000; i++) {
                assertEquals("new" + i, get(node, "j-0", "key" + i));
            }
            assertNull(get(node, "j-0", "key3000"));
        }
        assertEquals(3000, all);
    }

    @Test
    void shouldLeaveReservedKeysToMpiexecWhenValuesAreAtOwners() {
        assertTrue(distribution.publish("j-0", values(3000, "v")));
        assertNull(get("j-0", "PMI_process_mapping"));
        assertNull(get("j-0", PmiBootstrap.SECRET_KEY));
    }

    @Test
    void shouldReplaceAValueWhenItIsPutAgain() {
        distribution.publish("j-0", values(3000, "old"));
        assertNull(answer(1, "cmd=put kvsname=j-0 key=key5 value=x"));
        assertEquals("old5", get(2, "j-0", "key5"), "no barrier yet");
        assertTrue(distribution.publish("j-0", Map.of("key5", "x")));
        assertEquals("x", get(2, "j-0", "key5"));
        assertTrue(distribution.publish("j-0", Map.of()));
        assertFalse(distribution.publish("j-1", Map.of("key5", "y")));
        assertEquals("y", get(1, "j-1", "key5"));
    }

    @Test
    void shouldSpreadKeysWhenTheyDifferInADigit() {
        for (int nodes : new int[] {2, 3, 7, 64}) {
            int[] owned = new int[nodes];
            for (int rank = 0; rank < 1000 * nodes; rank++) {
                owned[KeyLookup.owner("-tcp-" + rank, nodes)]++;
            }
            for (int count : owned) {
                assertTrue(count > 800 && count < 1200, "nodes=" + nodes + " count=" + count);
            }
        }
    }

    @Test
    void shouldDropAnEpochWhenItIsOver() {
        for (int epoch = 0; epoch < 10; epoch++) {
            distribution.publish("j-" + epoch, Map.of("a", "" + epoch));
        }
        assertNull(get("j-7", "a"));
        assertEquals("8", get("j-8", "a"));
        assertEquals("9", get("j-9", "a"));
    }
}
