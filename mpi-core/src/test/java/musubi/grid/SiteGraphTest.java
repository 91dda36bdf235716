package musubi.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteGraphTest {
    @Test
    void shouldReadSitesLinksAndRelaysWhenTheTextIsComplete() {
        SiteGraph graph =
                SiteGraph.parse(
                        "A:0-1+4,B:2,C:3;A-B:4ms:1gbit;B>C:0.5ms:100mbit;C>B:1s:8bit;"
                                + "A-A:10us:10gbit;relay:50us;relay@C:70us");
        assertEquals(3, graph.sites());
        assertEquals(0, graph.map().siteOf(4));
        assertEquals(2, graph.map().siteOf(3));
        assertEquals(new SiteLink(4e-3, 125e6), graph.link(1, 0));
        assertEquals(new SiteLink(5e-4, 12.5e6), graph.link(1, 2));
        assertEquals(new SiteLink(1, 1), graph.link(2, 1));
        assertNull(graph.link(0, 2));
        assertEquals(new SiteLink(1e-5, 1.25e9), graph.link(0, 0));
        assertEquals(SiteGraph.LOCAL, graph.link(1, 1));
        assertEquals(5e-5, graph.relayS(0));
        assertEquals(7e-5, graph.relayS(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A:0",
                "A:0,B:1;A-B:4ms:1gbit",
                "A:0+2,B:1+3-5;A-B:1.5us:2.5gbit;relay:50us",
                "A:2,B:0,C:1;A>B:1ns:1bit;B>C:2ns:3kbit;C>A:0s:1gbit;relay@B:1us"
            })
    void shouldBeEqualWhenWrittenAndReadAgain(String text) {
        SiteGraph graph = SiteGraph.parse(text);
        assertEquals(graph, SiteGraph.parse(graph.text()));
        assertEquals(graph.hashCode(), SiteGraph.parse(graph.text()).hashCode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A:0,A:1;A-A:1ms:1gbit | site=A:1",
                "A | site=A",
                "A:0,B:0 | node=0",
                "A:0,B:2;A-B:1ms:1gbit | node=1",
                "A:1-0 | nodes=1-0",
                "A:0-9999999 | nodes=0-9999999",
                "A:0,B:1;A-C:1ms:1gbit | site=C",
                "A:0,B:1;A-B:1:1gbit | latency=1",
                "A:0,B:1;A-B:1ms:1 | rate=1",
                "A:0,B:1;A-B:1ms:0bit | rate=0bit",
                "A:0,B:1;A-B:1ms | section=A-B:1ms",
                "A:0,B:1;relay:x | relay=x",
                "A:0,B:1 | from=A to=B",
                "A:0,B:1;A>B:1ms:1gbit | from=B to=A"
            })
    void shouldSayWhatIsWrongWhenTheTextIsMalformed(String text, String value) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> SiteGraph.parse(text));
        String message = failure.getMessage();
        assertTrue(message.contains(value) && message.contains(text), message);
        assertTrue(message.contains("; "), "advice: " + message);
    }

    @Test
    void shouldRefuseANodeWhenItIsOnNoSite() {
        SiteMap map = SiteGraph.parse("A:0,B:1;A-B:1ms:1gbit").map();
        assertTrue(
                assertThrows(MpiFailure.class, () -> map.siteOf(2))
                        .getMessage()
                        .contains("node=2"));
        assertEquals(0, SiteGraph.oneSite().map().siteOf(17));
    }

    @Test
    void shouldKeepSitesConnectedWhenTheWayBetweenThemIsLeftOut() {
        SiteGraph line = SiteGraph.parse("A:0,B:1,C:2;A-B:1ms:1gbit;B-C:2ms:100mbit;relay@C:5us");
        SiteGraph ends = line.only(2, 0);
        assertEquals(new SiteLink(3e-3, 12.5e6), ends.link(0, 1));
        assertEquals("C", ends.map().name(0));
        assertEquals(5e-6, ends.relayS(0));
        assertNull(line.only(0, 1, 2).link(0, 2));
    }

    @Test
    void shouldReplaceOneDirectionWhenALinkChanges() {
        SiteGraph before = SiteGraph.parse("A:0,B:1;A-B:4ms:1gbit;relay:50us");
        SiteGraph after = before.with(0, 1, new SiteLink(8e-3, 125e6));
        assertEquals(SiteGraph.parse("A:0,B:1;A>B:8ms:1gbit;B>A:4ms:1gbit;relay:50us"), after);
        assertEquals(SiteGraph.parse("A:0,B:1;A-B:4ms:1gbit;relay:50us"), before);
    }
}
