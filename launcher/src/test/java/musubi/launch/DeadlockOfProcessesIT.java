package musubi.launch;

/** Each rank is a process. */
class DeadlockOfProcessesIT extends DeadlockTests {}
