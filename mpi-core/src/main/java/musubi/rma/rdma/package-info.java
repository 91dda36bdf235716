/**
 * Accesses by RDMA: a {@link musubi.rma.rdma.RdmaQueue} keeps those to one memory of a peer in
 * flight, and what has to wait for them.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.rma.rdma;

import musubi.memory.Accounted;
import musubi.memory.Component;
