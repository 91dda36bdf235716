package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class NodeMappingsTest {
    /** As 1,024 ranks have: more than a third of the addresses of a process. */
    private static final long LARGE_BYTES = 1L << 40;

    private static final int RANKS = 1024;
    private static final long BYTES = 1 << 20;

    @TempDir private Path directory;

    private NodeFile open(NodeMappings mappings) throws IOException {
        return NodeFile.open(directory.resolve("node"), BYTES, mappings);
    }

    @Test
    void shouldMapAFileOnceForAllRanksOfAJvm() throws IOException {
        NodeMappings jvm = new NodeMappings();
        NodeFile one = open(jvm);
        NodeFile other = open(jvm);
        NodeFile elsewhere = open(new NodeMappings());
        assertEquals(one.map().address(), other.map().address());
        assertNotEquals(one.map().address(), elsewhere.map().address());
        one.map().set(ValueLayout.JAVA_INT, 4096, 77);
        assertEquals(77, elsewhere.map().get(ValueLayout.JAVA_INT, 4096));
        one.close();
        assertEquals(77, other.map().get(ValueLayout.JAVA_INT, 4096));
        other.close();
        assertThrows(IllegalStateException.class, () -> other.map().get(ValueLayout.JAVA_INT, 0));
        elsewhere.close();
    }

    @Test
    void shouldMapAFileThatIsMadeAgain() throws IOException {
        NodeMappings jvm = new NodeMappings();
        NodeFile first = open(jvm);
        first.unlink();
        NodeFile second = open(jvm);
        assertNotEquals(first.map().address(), second.map().address());
        first.close();
        assertEquals(0, second.map().get(ValueLayout.JAVA_INT, 0));
        second.close();
    }

    @Test
    void shouldHaveAddressesForManyRanks() throws IOException {
        NodeMappings jvm = new NodeMappings();
        List<NodeFile> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(NodeFile.open(directory.resolve("node"), LARGE_BYTES, jvm));
        }
        ranks.forEach(NodeFile::close);
    }
}
