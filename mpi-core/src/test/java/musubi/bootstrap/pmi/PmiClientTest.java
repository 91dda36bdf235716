package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Both versions of the protocol, with the messages of Hydra 4.0.2 and of Slurm 22.05. */
class PmiClientTest {
    private static final String INIT_1 = "cmd=init pmi_version=1 pmi_subversion=1\n";
    private static final String INIT_2 = "cmd=init pmi_version=2 pmi_subversion=0\n";
    private static final String REFUSAL =
            "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=-1\n";
    private static final String AGREED_2 =
            "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n";

    private final ScriptedServer server = new ScriptedServer();
    private final AtomicInteger lost = new AtomicInteger();

    @AfterEach
    void stop() {
        server.close();
    }

    private Bootstrap open(String... more) {
        return PmiBootstrap.open(server.environment(more), null, lost::incrementAndGet);
    }

    private static String frame(String payload) {
        return "%6d%s".formatted(payload.length(), payload);
    }

    private void place(int rank, int size) {
        server.expect("cmd=initack pmiid=" + rank + "\n")
                .answer("cmd=initack\ncmd=set size=" + size + "\n")
                .answer("cmd=set rank=" + rank + "\ncmd=set debug=0\n");
    }

    private void joinSecond() {
        server.expect(frame("cmd=fullinit;pmijobid=13.0;pmirank=1;threaded=FALSE;"))
                .answer(
                        frame(
                                "cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;"
                                        + "size=3;appnum=-1;debugged=FALSE;pmiverbose=FALSE;"))
                .expect(frame("cmd=job-getid;"))
                .answer(frame("cmd=job-getid-response;jobid=13.0;rc=0;"))
                .expect(frame("cmd=info-getjobattr;key=PMI_process_mapping;"))
                .answer(
                        frame(
                                "cmd=info-getjobattr-response;found=TRUE;"
                                        + "value=(vector,(0,1,2),(1,1,1));rc=0;"));
    }

    @Test
    void shouldRequestTheFirstVersionWhenNothingIsSet() {
        place(1, 3);
        server.expect(INIT_1)
                .answer("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n")
                .expect("cmd=get_my_kvsname\n")
                .answer("cmd=my_kvsname kvsname=kvs_1_0\n")
                .expect("cmd=get kvsname=kvs_1_0 key=PMI_process_mapping\n")
                .answer("cmd=get_result rc=0 msg=success value=(vector,(0,1,3))\n")
                .expect("cmd=put kvsname=kvs_1_0 key=a value=b;c\n")
                .answer("cmd=put_result rc=0 msg=success\n")
                .expect("cmd=barrier_in\n")
                .answer("cmd=barrier_out\n")
                .expect("cmd=get kvsname=kvs_1_0 key=none\n")
                .answer("cmd=get_result rc=-1 msg=key_none_not_found value=unknown\n")
                .expect("cmd=get_appnum\n")
                .answer("cmd=appnum rc=0 appnum=2\n")
                .expect("cmd=finalize\n")
                .answer("cmd=finalize_ack\n");
        try (Bootstrap bootstrap = open("PMI_ID", "1")) {
            assertEquals("1 of 3, 1 of 3 here", describe(bootstrap));
            assertEquals("kvs_1_0", bootstrap.jobId());
            bootstrap.put("a", "b;c");
            bootstrap.fence();
            assertNull(bootstrap.get("none"));
            assertEquals(2, bootstrap.appNumber());
            bootstrap.leave();
        }
        server.assertFinished();
    }

    private static String describe(Bootstrap bootstrap) {
        return (bootstrap.worldRank() + " of " + bootstrap.worldSize())
                + (", " + bootstrap.localRank() + " of " + bootstrap.localSize() + " here");
    }

    @Test
    void shouldUseTheSecondVersionWhenTheFirstIsRefused() {
        place(1, 3);
        server.expect(INIT_1).answer(REFUSAL).expect(INIT_2).answer(AGREED_2);
        joinSecond();
        liveWithTheSecond("PMI_ID", "1", "PMI_JOBID", "13.0");
    }

    @Test
    void shouldUseTheSecondVersionWhenRequested() {
        place(1, 3);
        server.expect(INIT_2).answer(AGREED_2);
        joinSecond();
        liveWithTheSecond("PMI_ID", "1", "PMI_JOBID", "13.0", "MUSUBI_PMI_VERSION", "2");
    }

    private void liveWithTheSecond(String... variables) {
        server.expect(frame("cmd=kvs-put;key=a;value=50%25%3bb=c;"))
                .answer(frame("cmd=kvs-put-response;rc=0;"))
                .expect(frame("cmd=kvs-fence;"))
                .answer(frame("cmd=kvs-fence-response;rc=0;"))
                .expect(frame("cmd=kvs-get;jobid=13.0;srcid=-1;key=musubi-fence;"))
                .answer(frame("cmd=kvs-get-response;found=FALSE;rc=0;"))
                .expect(frame("cmd=kvs-get;jobid=13.0;srcid=-1;key=a;"))
                .answer(frame("cmd=kvs-get-response;rc=0;found=TRUE;value=50%25%3bb=c;"))
                .expect(frame("cmd=kvs-get;jobid=13.0;srcid=-1;key=none;"))
                .answer(frame("cmd=kvs-get-response;found=FALSE;rc=0;"))
                .expect(frame("cmd=finalize;"))
                .answer(frame("cmd=finalize-response;rc=0;"));
        try (Bootstrap bootstrap = open(variables)) {
            assertEquals("1 of 3, 1 of 2 here", describe(bootstrap));
            assertEquals("13_0", bootstrap.jobId());
            assertEquals(-1, bootstrap.appNumber());
            assertEquals(Map.of(), bootstrap.launch());
            assertNull(bootstrap.get("a"));
            bootstrap.put("a", "50%;b=c");
            bootstrap.fence();
            assertEquals("50%;b=c", bootstrap.get("a"));
            assertNull(bootstrap.get("none"));
            bootstrap.leave();
        }
        server.assertFinished();
    }

    @Test
    void shouldSplitLongValuesWhenTheSecondVersionIsUsed() {
        String value = ";".repeat(400);
        place(0, 1);
        server.expect(INIT_2)
                .answer(AGREED_2)
                .expect(frame("cmd=fullinit;pmirank=0;threaded=FALSE;"))
                .answer(frame("cmd=fullinit-response;rank=0;size=1;rc=0;"))
                .expect(frame("cmd=job-getid;"))
                .answer(frame("cmd=job-getid-response;jobid=j;rc=0;"));
        String ok = frame("cmd=kvs-put-response;rc=0;");
        server.expect(frame("cmd=kvs-put;key=k;value=+2;")).answer(ok);
        server.expect(frame("cmd=kvs-put;key=k.0;value=" + "%3b".repeat(341) + ";")).answer(ok);
        server.expect(frame("cmd=kvs-put;key=k.1;value=" + "%3b".repeat(59) + ";")).answer(ok);
        String[] variables = {
            "PMI_ID", "0", "MUSUBI_PMI_VERSION", "2", "MPI_LOCALRANKID", "0", "MPI_LOCALNRANKS", "1"
        };
        try (Bootstrap bootstrap = open(variables)) {
            bootstrap.put("k", value);
        }
        server.assertFinished();
    }

    @Test
    void shouldReportTheOfferWhenNoVersionIsAgreedOn() {
        place(0, 1);
        server.expect(INIT_1)
                .answer("cmd=response_to_init pmi_version=3 pmi_subversion=0 rc=-1\n")
                .expect(INIT_2)
                .answer("cmd=response_to_init pmi_version=3 pmi_subversion=0 rc=-1\n");
        MpiFailure failure = assertThrows(MpiFailure.class, () -> open("PMI_ID", "0"));
        assertTrue(failure.getMessage().contains("pmi_version=3"), failure.getMessage());
        server.assertFinished();
    }

    @Test
    void shouldFailWhenAnUnknownVersionIsSet() {
        place(0, 1);
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> open("PMI_ID", "0", "MUSUBI_PMI_VERSION", "3"));
        assertTrue(failure.getMessage().contains("MUSUBI_PMI_VERSION=3"), failure.getMessage());
    }

    @Test
    void shouldFailWithoutEndingTheProcessWhenTheServerDisconnectsDuringTheNegotiation() {
        place(0, 1);
        server.expect(INIT_1).hangUp();
        MpiFailure failure = assertThrows(MpiFailure.class, () -> open("PMI_ID", "0"));
        assertTrue(failure.getMessage().contains("lost the process manager"), failure.getMessage());
        assertEquals(0, lost.get());
    }

    @Test
    void shouldEndTheProcessWhenTheServerHangsUpLater() throws InterruptedException {
        place(0, 1);
        server.expect(INIT_1)
                .answer("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n")
                .expect("cmd=get_my_kvsname\n")
                .answer("cmd=my_kvsname kvsname=k\n")
                .hangUp();
        open("PMI_ID", "0", "MPI_LOCALRANKID", "0", "MPI_LOCALNRANKS", "1");
        while (lost.get() == 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertEquals(1, lost.get());
    }

    @Test
    void shouldIgnoreTheVersionWhenTheServerIsMusubis() {
        Map<String, String> environment =
                Map.of("MUSUBI_PMI", "/nonexistent/pmi", "MUSUBI_PMI_VERSION", "2");
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> BootstrapSelector.fromEnvironment(environment));
        assertTrue(failure.getMessage().contains("/nonexistent/pmi"), failure.getMessage());
    }
}
