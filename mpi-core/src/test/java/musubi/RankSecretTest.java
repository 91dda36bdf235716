package musubi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.local.LocalJob;
import musubi.config.Settings;
import musubi.progress.ThreadLevel;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The process manager creates the secret of a job on request, which takes time. */
class RankSecretTest {
    private final Set<String> asked = new HashSet<>();

    @Test
    void shouldNotAskForTheSecretWhenNoTransportNeedsIt() {
        Bootstrap known = new LocalJob(1, "secret-test").bootstrap(0);
        Bootstrap observed =
                (Bootstrap)
                        Proxy.newProxyInstance(
                                Bootstrap.class.getClassLoader(),
                                new Class<?>[] {Bootstrap.class},
                                (_, method, arguments) -> {
                                    asked.add(method.getName());
                                    return method.invoke(known, arguments);
                                });
        Rank rank = Rank.open(observed, new Settings(_ -> null, Map.of()), ThreadLevel.SINGLE);
        rank.leave();
        assertTrue(asked.contains("worldRank"), asked::toString);
        assertFalse(asked.contains("secret"), asked::toString);
    }
}
