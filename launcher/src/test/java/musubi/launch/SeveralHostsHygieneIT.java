package musubi.launch;

import musubi.launch.RandomKills.Victim;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** As {@link HygieneIT}, for jobs whose node proxies all run on this machine. */
class SeveralHostsHygieneIT {
    private static final int ROUNDS = Integer.getInteger("musubi.test.kills", 24) / 2;
    private static final int LANES = 2;
    private static final int LATEST_KILL_MS = 1500;
    private static final List<List<String>> WAYS =
            List.of(
                    List.of("--launcher", "fork", "--host", "a,b"),
                    List.of("--launcher", "fork", "--fan-out", "1", "--host", "a,b,c"),
                    List.of("--launcher", "fork", "--pvas", "--host", "a:2,b"));

    @Test
    void shouldLeaveNothingOnAnyHostWhenAnythingIsKilledAtAnyMoment() throws Exception {
        List<Victim> victims = Arrays.asList(Victim.values());
        new RandomKills(WAYS, victims, ROUNDS, LANES, LATEST_KILL_MS).run("SeveralHostsHygieneIT");
    }
}
