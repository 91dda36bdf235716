package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Collectives on intercommunicators whose ranks are on three sites, two of which are near. */
class SiteIntercommCollectivesTest implements IntercommCollectiveTests {
    @Override
    public Map<String, String> settings() {
        return Map.of(
                "transport",
                "self,memory",
                "coll.ranks.per.node",
                "1",
                "grid",
                "A:0+3+6+9+12+15,B:1+4+7+10+13,C:2+5+8+11+14;A-B:1ms:1gbit;B-C:20ms:1gbit");
    }

    @Test
    void shouldRunBySiteBetweenGroupsOnSeveralSites() {
        job(4).run(
                        () -> {
                            Intercomm inter = IntercommTests.between(2);
                            inter.barrier();
                            String ran = inter.getInfo().get("musubi_ran_barrier");
                            assertEquals("by-site", ran);
                            inter.disconnect();
                        });
    }
}
