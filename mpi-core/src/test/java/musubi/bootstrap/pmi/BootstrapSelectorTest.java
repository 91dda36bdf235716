package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.ExitStatus;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.Map;

class BootstrapSelectorTest {
    @Test
    void shouldMakeAWorldOfOneWhenNothingIsInTheEnvironment() {
        Bootstrap bootstrap = BootstrapSelector.fromEnvironment(Map.of());
        assertEquals(0, bootstrap.worldRank());
        assertEquals(1, bootstrap.worldSize());
        assertEquals(1, bootstrap.localSize());
        bootstrap.put("key", "value");
        bootstrap.fence();
        assertEquals("value", bootstrap.get("key"));
        assertNull(bootstrap.get("other"));
        bootstrap.leave();
        bootstrap.close();
        assertNotEquals(bootstrap.jobId(), BootstrapSelector.fromEnvironment(Map.of()).jobId());
    }

    @Test
    void shouldNameTheRemedyWhenOnlyPmixIsOffered() {
        Map<String, String> environment = Map.of("PMIX_RANK", "0", "PMIX_NAMESPACE", "job");
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> BootstrapSelector.fromEnvironment(environment));
        assertTrue(failure.getMessage().contains("srun --mpi=pmi2"), failure.getMessage());
    }

    @Test
    void shouldNameTheSocketWhenNoProcessListens() {
        Map<String, String> environment =
                Map.of("MUSUBI_PMI", "/nonexistent/pmi", "PMI_RANK", "0", "PMI_SIZE", "1");
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> BootstrapSelector.fromEnvironment(environment));
        assertTrue(failure.getMessage().contains("/nonexistent/pmi"), failure.getMessage());
    }

    @Test
    void shouldReturnANonzeroCodeWhenARankAborts() {
        assertEquals(7, ExitStatus.ofAbort(7));
        assertEquals(1, ExitStatus.ofAbort(0));
        assertEquals(1, ExitStatus.ofAbort(256));
        assertEquals(255, ExitStatus.ofAbort(-1));
    }
}
