package musubi.launch;

import java.util.List;

/** All ranks run in one JVM. */
class DeadlockInOneJvmIT extends DeadlockTests {
    @Override
    List<String> mode() {
        return List.of("--pvas");
    }
}
