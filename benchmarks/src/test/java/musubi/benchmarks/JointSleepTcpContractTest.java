package musubi.benchmarks;

/** Messages through TCP wake a rank that also polls shared memory. */
final class JointSleepTcpContractTest extends JointSleepContract {
    JointSleepTcpContractTest() {
        super(JointTransport.TCP);
    }
}
