package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.region.AddressSpace;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.util.List;

final class FaultyTransportTest {
    @Test
    void shouldLoseThePeerWhenItsMessagesAreUsedUp() {
        TransportProvider provider =
                new FaultyTransportProvider(new MemoryTransportProvider(), Faults.loss(1, 3));
        try (ContractJob job = ContractJob.open(provider, 2, _ -> "memory", new AddressSpace())) {
            Endpoint endpoint = job.endpoint(0, 1);
            Region payload = Patterns.region(new byte[8]);
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        SendOutcome.ACCEPTED,
                        endpoint.trySend(TransportContract.envelope(i, 0), payload, 0, 8));
            }
            assertEquals(
                    SendOutcome.PEER_LOST,
                    endpoint.trySend(TransportContract.envelope(3, 0), payload, 0, 8));
            job.driveUntil(1, 3);
            assertEquals(List.of(1), job.inbound(0).lostPeers);
        }
    }
}
