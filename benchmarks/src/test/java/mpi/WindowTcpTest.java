package mpi;

import java.util.Map;

/** Windows over the transport tcp, ranks as threads of one JVM. */
class WindowTcpTest implements WindowSuite {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp");
    }
}
