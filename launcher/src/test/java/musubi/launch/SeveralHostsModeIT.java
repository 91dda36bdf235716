package musubi.launch;

import java.util.List;

/** Ranks on two hosts, both this machine, the second reached through the first. */
class SeveralHostsModeIT extends ProgramFormTests {
    @Override
    List<String> mode() {
        return List.of("--launcher", "fork", "--fan-out", "1", "--host", "a,b");
    }

    @Override
    String dumpOf(int rank) {
        return "[" + rank + "] \"main\"";
    }
}
