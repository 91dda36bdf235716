package musubi.tcp;

import musubi.pt2pt.FewContextsTests;

import java.util.Map;

class TcpFewContextsTest implements FewContextsTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp");
    }

    @Override
    public int manyRanks() {
        return 16;
    }
}
