package musubi.simulator.execution;

/** Listens to each step of a simulated collective, in the order of time. */
interface StepListener {
    /** All dependencies of a step are complete; for a receive including its message. */
    void started(int rank, int step, long time);
}
