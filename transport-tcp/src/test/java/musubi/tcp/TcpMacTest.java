package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.SendOutcome;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** The setting of ranks with message authentication. */
final class TcpMacTest {
    private static final String MAC = TcpSettings.MAC.name();
    private static final String SECRET = TcpSettings.SECRET.name();

    private static String failureOf(Map<String, String> settings) {
        try (TcpJob job = new TcpJob(2)) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> job.join(settings));
            return failure.getMessage();
        }
    }

    @Test
    void shouldRequireASecretWhenFramesAreAuthenticated() {
        String message = failureOf(Map.of(MAC, "hmac-sha256"));
        assertTrue(message.contains("hmac-sha256"), message);
        assertTrue(message.contains("MUSUBI_SECRET"), message);
    }

    @Test
    void shouldNameTheChoicesWhenTheSettingIsAnother() {
        String message = failureOf(Map.of(MAC, "md5", SECRET, "right"));
        assertTrue(message.contains("md5"), message);
        assertTrue(message.contains("use hmac-sha256, aes-gcm or off"), message);
    }

    @Test
    void shouldRefuseAMacWhenTlsIsUsed() {
        Map<String, String> both =
                Map.of(MAC, "aes-gcm", SECRET, "right", TcpSettings.TLS.name(), "true");
        String message = failureOf(both);
        assertTrue(message.contains("unset one of them"), message);
    }

    @ParameterizedTest
    @CsvSource({"off,hmac-sha256", "aes-gcm,off", "hmac-sha256,aes-gcm"})
    void shouldNameBothSettingsWhenTwoRanksDiffer(String first, String second) {
        try (TcpJob job = new TcpJob(2)) {
            job.join(TcpMacTransportContractTest.settings(first));
            job.join(TcpMacTransportContractTest.settings(second));
            Endpoint endpoint = job.connect(0, 1);
            job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
            String reason = job.inbounds.get(0).lossReasons.getFirst();
            assertTrue(reason.contains("here=" + first + " there=" + second), reason);
            assertTrue(reason.contains("MUSUBI_TCP_MAC"), reason);
            assertEquals(
                    SendOutcome.PEER_LOST,
                    endpoint.trySend(TcpJob.envelope(0), new Region(), 0, 0));
        }
    }
}
