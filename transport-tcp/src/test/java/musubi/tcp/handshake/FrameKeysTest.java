package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.config.FrameMac;
import musubi.tcp.config.RankIdentity;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Keys of connections. */
final class FrameKeysTest {
    private static final byte[] NONCE = new byte[16];
    private static final byte[] OTHER_NONCE = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static RankIdentity identity(int rank, String secret, String job, FrameMac mac) {
        return new RankIdentity(rank, 4, job, secret.getBytes(), rank + 100, null, mac);
    }

    private static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }

    @Test
    void shouldGiveBothRanksTheSameKeys() {
        for (FrameMac mac : FrameMac.values()) {
            String[] keys = new String[2];
            for (int rank = 0; rank < 2; rank++) {
                RankIdentity self = identity(rank, "right", "job", mac);
                byte[] key = new FrameKeys(self, NONCE, OTHER_NONCE).derive("caller", 0, 1, 2);
                assertEquals(mac.keyBytes(), key.length);
                keys[rank] = hex(key);
            }
            assertEquals(keys[0], keys[1]);
        }
    }

    @Test
    void shouldGiveOtherKeysWhenAnythingDiffers() {
        RankIdentity self = identity(0, "right", "job", FrameMac.HMAC_SHA256);
        FrameKeys keys = new FrameKeys(self, NONCE, NONCE);
        Set<String> seen = new HashSet<>();
        assertTrue(seen.add(hex(keys.derive("caller", 0, 1, 0))));
        assertTrue(seen.add(hex(keys.derive("called", 0, 1, 0))), "direction");
        assertTrue(seen.add(hex(keys.derive("caller", 1, 0, 0))), "ranks");
        assertTrue(seen.add(hex(keys.derive("caller", 0, 1, 1))), "stream");
        assertTrue(seen.add(first(self, OTHER_NONCE, NONCE)), "nonce of the initiator");
        assertTrue(seen.add(first(self, NONCE, OTHER_NONCE)), "nonce of the responder");
        RankIdentity otherSecret = identity(0, "wrong", "job", FrameMac.HMAC_SHA256);
        assertTrue(seen.add(first(otherSecret, NONCE, NONCE)), "secret");
        RankIdentity otherJob = identity(0, "right", "other", FrameMac.HMAC_SHA256);
        assertTrue(seen.add(first(otherJob, NONCE, NONCE)), "job");
        RankIdentity otherMac = identity(0, "right", "job", FrameMac.AES_GCM);
        String key = first(otherMac, NONCE, NONCE);
        assertTrue(seen.stream().noneMatch(longer -> longer.startsWith(key)), "algorithm");
    }

    private static String first(RankIdentity self, byte[] ofInitiator, byte[] ofResponder) {
        return hex(new FrameKeys(self, ofInitiator, ofResponder).derive("caller", 0, 1, 0));
    }
}
