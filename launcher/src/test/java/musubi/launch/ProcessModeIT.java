package musubi.launch;

import java.util.List;

/** Each rank is a process. */
class ProcessModeIT extends RunModeTests {
    @Override
    List<String> mode() {
        return List.of();
    }

    @Override
    String dumpOf(int rank) {
        return "[" + rank + "] \"main\"";
    }
}
