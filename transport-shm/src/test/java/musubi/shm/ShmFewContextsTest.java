package musubi.shm;

import musubi.pt2pt.FewContextsTests;

import java.util.Map;

class ShmFewContextsTest implements FewContextsTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,shm");
    }

    @Override
    public int manyRanks() {
        return 64;
    }
}
