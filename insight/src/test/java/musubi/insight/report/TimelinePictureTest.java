package musubi.insight.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.ReceivedMessage;
import musubi.insight.trace.TrackMaker;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

/** The contents of a picture of the timeline. */
class TimelinePictureTest {
    private static final long MS = 1_000_000;

    private static JobTrace lateSender() throws Exception {
        TrackMaker first = new TrackMaker(0, 2, 0);
        first.call("send", 60 * MS, 61 * MS, 1, 64).sent(60 * MS + 10, 1, "eager");
        TrackMaker second = new TrackMaker(1, 2, 0);
        second.call("recv", 0, 62 * MS, 0, 64)
                .received(61 * MS, ReceivedMessage.Step.MATCHED, 0)
                .call("barrier", 90 * MS, 100 * MS);
        return JobTrace.of(List.of(first.track(), second.track()), Path.of(""));
    }

    private static List<Element> elements(JobTrace trace, double fromNs, double toNs, String name)
            throws Exception {
        String text = new TimelinePicture(trace, fromNs, toNs).text();
        Document document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
        NodeList found = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** Left edges and widths of the rectangles with the height of calls or of wait states. */
    private static List<String> drawn(JobTrace trace, double fromNs, double toNs) throws Exception {
        Pattern shape = Pattern.compile("M([0-9.]+) [0-9]+h([0-9.]+)v(?:18|5)h");
        return elements(trace, fromNs, toNs, "path").stream()
                .flatMap(path -> shape.matcher(path.getAttribute("d")).results())
                .map(found -> found.group(1) + "+" + found.group(2))
                .toList();
    }

    @Test
    void shouldDrawCallsWaitsAndMessagesOfTheSpan() throws Exception {
        JobTrace trace = lateSender();
        assertEquals(1, trace.waits().size(), trace::toString);
        // 700 pixels, 7 for a millisecond: send; recv, barrier, and the wait in recv.
        assertEquals(
                List.of("480.0+7.0", "60.0+434.0", "690.0+70.0", "60.0+420.0"),
                drawn(trace, 0, 100 * MS));
        assertEquals(List.of("60.0+700.0"), drawn(trace, 92 * MS, 98 * MS));
        assertTrue(
                elements(trace, 0, 100 * MS, "path").stream()
                        .filter(path -> path.getAttribute("stroke").equals("#333"))
                        .anyMatch(path -> path.getAttribute("d").equals("M480.0 31L487.0 63")));
    }

    @Test
    void shouldShadeWhatIsNarrowerThanAPixel() throws Exception {
        TrackMaker maker = new TrackMaker(0, 1, 0);
        for (int i = 0; i < 1000; i++) {
            maker.call("iprobe", i * MS, i * MS + MS / 4);
        }
        JobTrace trace = JobTrace.of(List.of(maker.track()), Path.of(""));
        List<Element> shaded =
                elements(trace, 0, 1000 * MS, "path").stream()
                        .filter(path -> path.hasAttribute("opacity"))
                        .toList();
        assertTrue(!shaded.isEmpty());
        for (Element each : shaded) {
            assertTrue(Double.parseDouble(each.getAttribute("opacity")) < 1, each::toString);
            assertTrue(each.getAttribute("d").length() < 30 * 700, "a column for each call");
        }
    }

    @Test
    void shouldPutCallsIntoAnotherLaneWhenThreadsOverlap() {
        TrackMaker maker =
                new TrackMaker(0)
                        .call("a", 0, 10)
                        .call("b", 5, 20)
                        .call("c", 12, 15)
                        .call("d", 20, 21);
        List<List<String>> lanes =
                CallLanes.of(maker.track().calls()).stream()
                        .map(lane -> lane.stream().map(CallSpan::name).toList())
                        .toList();
        assertEquals(List.of(List.of("Comm.a", "Comm.c", "Comm.d"), List.of("Comm.b")), lanes);
    }
}
