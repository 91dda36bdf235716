package mpi;

import java.util.Map;

/** A part of the suite over the transport of docs/add-a-transport.md. */
class QueueMpiTest implements PointToPointTests, LargeMessageTests {
    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,queue");
    }
}
