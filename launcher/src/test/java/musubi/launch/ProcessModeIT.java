package musubi.launch;

import java.util.List;

/** Each rank is a process. */
class ProcessModeIT extends ProgramFormTests {
    @Override
    List<String> mode() {
        return List.of();
    }

    @Override
    String dumpOf(int rank) {
        return "[" + rank + "] \"main\"";
    }
}
