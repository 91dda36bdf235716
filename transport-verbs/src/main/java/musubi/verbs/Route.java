package musubi.verbs;

/** Where a packet comes from and goes to: local identifiers of adapters, numbers of queue pairs. */
record Route(int sourceLid, int sourceQueuePair, int destinationLid, int destinationQueuePair) {}
