package musubi.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.LaunchPlan.Segment;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class DebugOptionTest {
    private static final String AGENT =
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=localhost:";

    private static LaunchPlan read(String... words) {
        return new CommandLineParser(Map.of(), Assertions::fail).read(List.of(words));
    }

    private static List<Segment> segments(String... words) {
        return read(words).segments();
    }

    private static String refusal(String... words) {
        return assertThrows(LaunchFailure.class, () -> segments(words)).getMessage();
    }

    @Test
    void shouldLetTheJvmOfEachRankWaitAtItsPort() {
        Segment segment = segments("-n", "3", "--debug", "2:5005,0:5006", "Main").getFirst();

        assertEquals(List.of(AGENT + "5006"), DebugOption.jvmOptions(segment, 0));
        assertEquals(List.of(), DebugOption.jvmOptions(segment, 1));
        assertEquals(List.of(AGENT + "5005"), DebugOption.jvmOptions(segment, 2));
    }

    @Test
    void shouldSayTheSamePortToTheUserAndToTheJvmWhenNoneIsGiven() {
        LaunchPlan plan = read("-n", "2", "--debug", "1", "Main");

        String option = DebugOption.jvmOptions(plan.segments().getFirst(), 1).getFirst();
        String port = option.substring(AGENT.length());
        assertEquals(
                List.of("rank 1 waits for a debugger at port " + port + " of its host"),
                DebugOption.notes(plan));
    }

    @Test
    void shouldCountRanksOverAllProgramsWhenThereAreSeveral() {
        List<Segment> both = segments("-n", "1", "--debug", "1:5005", "A", ":", "-n", "1", "B");

        assertEquals(List.of(AGENT + "5005"), DebugOption.jvmOptions(both.get(1), 1));
    }

    @Test
    void shouldRefuseWhatIsNoRankOrPort() {
        assertTrue(refusal("-n", "2", "--debug", "2", "Main").contains("rank=2 ranks=2"));
        assertTrue(refusal("--debug", "0:70000", "Main").contains("port=70000"));
        assertTrue(refusal("--debug", "all", "Main").contains("entry=all"));
        assertTrue(refusal("--pvas", "--debug", "0", "Main").contains("leave --pvas out"));
    }
}
