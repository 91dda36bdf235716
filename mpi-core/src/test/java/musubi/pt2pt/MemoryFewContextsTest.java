package musubi.pt2pt;

import java.util.Map;

class MemoryFewContextsTest implements FewContextsTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory");
    }

    @Override
    public int manyRanks() {
        return 64;
    }
}
