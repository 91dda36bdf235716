package musubi.simulator.execution;

/** Hears of each step of a simulated collective, in the order of time. */
interface StepListener {
    /** A step of a rank has all that it waits for; a receive also its message. */
    void started(int rank, int step, long time);
}
