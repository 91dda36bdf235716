package musubi.replay.journal;

/** A call whose answer depends on time. The order is that of the journal's format. */
public enum NondeterministicCall {
    /** Whether one request is complete: test, getStatus. */
    TEST,
    /** Whether all of several are: testAll, getStatusAll. */
    TEST_ALL,
    /** Which one of several is: testAny, getStatusAny. */
    TEST_ANY,
    /** Which ones of several are: testSome, getStatusSome. */
    TEST_SOME,
    /** Which one of several is complete first: waitAny. */
    WAIT_ANY,
    /** Which ones of several are complete first: waitSome. */
    WAIT_SOME,
    /** Which message there is: iProbe, imProbe. */
    TEST_MESSAGE,
    /** Which message comes first: probe, mProbe. */
    PROBE
}
