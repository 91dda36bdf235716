package musubi.benchmarks;

/** Messages through shared memory wake a rank that also polls TCP. */
final class JointSleepShmContractTest extends JointSleepContract {
    JointSleepShmContractTest() {
        super(JointTransport.SHM);
    }
}
