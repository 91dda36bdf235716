package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.type.object.ObjectLimits;
import musubi.type.object.graph.GraphForm;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.Serializable;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A filter has the same effect on both forms of a message. */
class ObjectFiltersTest {
    private final ObjectForms forms = new ObjectForms("*", ObjectLimits.DEFAULT);

    private static boolean isRead(ObjectCodec codec, byte[] bytes) {
        try {
            codec.decode(bytes, bytes.length, new Object[1], 0, 1);
            return true;
        } catch (MpiFailure e) {
            assertTrue(e.getMessage().contains("object.filter"), e.getMessage());
            return false;
        }
    }

    private void assertEffect(boolean isRead, String pattern, Object object) throws IOException {
        Object[] all = {object};
        byte[] graph = forms.encode(all, 0, 1).toArray();
        assertTrue(GraphForm.isHeader(graph, Integer.BYTES), "compact form");
        ObjectCodec codec = new ObjectCodec(pattern);
        byte[] serial = forms.encodeSerial(all, 0, 1).toArray();
        assertEquals(isRead, isRead(codec, serial), "form of the JDK: " + pattern);
        assertEquals(isRead, isRead(codec, graph), "compact form: " + pattern);
        assertEquals(isRead, isRead(codec, graph), "compact form again: " + pattern);
    }

    /** A link of a chain. */
    static final class Link implements Serializable {
        private static final long serialVersionUID = 1L;
        private Serializable next;
    }

    private static Object chain(int length) {
        Serializable next = null;
        for (int i = 0; i < length; i++) {
            Link link = new Link();
            link.next = next;
            next = link;
        }
        return next;
    }

    /** Content that is deeper than 64 levels comes later in the message. */
    @Test
    void shouldCountEachLevelWhenAFilterLimitsTheDepth() throws IOException {
        assertEffect(true, "maxdepth=300;*", chain(300));
        assertEffect(false, "maxdepth=299;*", chain(300));
        // The superclass Number has a level too.
        assertEffect(true, "maxdepth=3;*", new Object[] {1});
        assertEffect(false, "maxdepth=2;*", new Object[] {1});
        assertEffect(false, "maxdepth=1;*", new Object[] {new int[1]});
    }

    @Test
    void shouldLimitArraysAndTablesWhenAFilterDoes() throws IOException {
        List<Integer> list = new ArrayList<>(Collections.nCopies(20, 1));
        assertEffect(false, "maxarray=19;*", list);
        assertEffect(true, "maxarray=20;*", list);
        assertEffect(false, "maxarray=19;*", new long[20]);
        assertEffect(false, "maxarray=19;*", new Object[20]);
        assertEffect(false, "maxarray=1;*", List.of(1, 2, 3));
        assertEffect(false, "maxarray=1;*", new HashMap<>(Map.of(1, 2, 3, 4)));
        assertEffect(false, "maxarray=1;*", new HashSet<>(Set.of(1, 2)));
        assertEffect(true, "maxarray=1;*", new TreeMap<>(Map.of(1, 2, 3, 4)));
    }

    @Test
    void shouldCountReferencesWhenAFilterLimitsThem() throws IOException {
        Object[] nulls = new Object[20];
        nulls[19] = 5;
        assertEffect(false, "maxrefs=9;*", nulls);
        assertEffect(true, "maxrefs=90;*", nulls);
        Object[] again = new Object[20];
        java.util.Arrays.fill(again, nulls);
        assertEffect(false, "maxrefs=30;*", again);
    }

    /** Lists of the library and dates have classes of their own in the form of the JDK. */
    @Test
    void shouldAdmitTheSameClassesWhenAFilterNamesThoseOfTheJdk() throws IOException {
        assertEffect(true, "java.util.*;java.lang.*;!*", List.of("a", "b", "c"));
        assertEffect(false, "java.util.CollSer;java.lang.*;!*", List.of("a", "b", "c"));
        assertEffect(false, "!java.util.CollSer;*", List.of("a", "b", "c"));
        assertEffect(true, "java.time.*;!*", LocalDate.EPOCH);
        assertEffect(false, "java.time.Ser;!*", LocalDate.EPOCH);
        assertEffect(false, "!java.time.Ser;*", LocalDate.EPOCH);
        assertEffect(false, "!java.util.HashMap;*", new HashMap<>());
        assertEffect(false, "!java.lang.Number;*", 5);
        assertEffect(false, "!java.lang.Enum;*", SampleGraphs.Shape.ROUND);
        assertEffect(false, "!musubi.type.buffer.*;*", new SampleGraphs.Child[0][0]);
        assertEffect(true, "!java.lang.*;*", "text");
    }

    private static String lines(String... options) throws Exception {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(options));
        String path = place(ObjectCodec.class) + java.io.File.pathSeparator;
        words.addAll(List.of("-cp", path + place(FilteredJvm.class), FilteredJvm.class.getName()));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }

    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void shouldApplyTheFilterOfTheJvmToBothFormsWhenThereIsOne() throws Exception {
        String ends = "refused refused%nrefused refused%nread read%n".formatted();
        String child = SampleGraphs.Child.class.getName();
        assertEquals(ends, lines("-Djdk.serialFilter=maxarray=10;!" + child));
        String open = "read read%n".formatted();
        assertEquals(open + open + open, lines());
        assertEquals(
                "refused refused%n".formatted() + open + open,
                lines("-Djdk.serialFilterFactory=" + FilteredJvm.Factory.class.getName()));
    }
}
