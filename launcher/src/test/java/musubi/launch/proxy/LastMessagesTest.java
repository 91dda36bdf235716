package musubi.launch.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

class LastMessagesTest {
    private static final int SCREEN = 20;
    private static final String REPORT = "on a host:\n  rank\n  more\n";

    private final LastMessages messages = new LastMessages(SCREEN);

    @Test
    void shouldFillAScreenWhenManyHostsReport() {
        for (int i = 0; i < 12; i++) {
            messages.add(REPORT);
        }
        messages.add("a host was lost");
        List<String> fitting = messages.fitting();
        assertTrue(String.join("", fitting).lines().count() <= SCREEN, fitting::toString);
        assertEquals(6, fitting.stream().filter(REPORT::equals).count());
        assertTrue(fitting.contains("a host was lost"), fitting::toString);
        assertTrue(fitting.getLast().contains("left out: 6"), fitting::toString);
    }

    @Test
    void shouldPassAllWhenTheyFit() {
        messages.add(REPORT);
        messages.add(REPORT);
        assertEquals(List.of(REPORT, REPORT), messages.fitting());
    }

    @Test
    void shouldPassTheFirstReportWhenItIsLong() {
        String report = "line\n".repeat(SCREEN + 1);
        messages.add(report);
        assertEquals(List.of(report), messages.fitting());
    }
}
