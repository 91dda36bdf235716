/**
 * The client side of PMI-1 and PMI-2. {@link musubi.bootstrap.pmi.BootstrapSelector} selects the
 * bootstrap of a process; {@link musubi.bootstrap.pmi.PmiBootstrap} connects (PmiConnection over a
 * socket or an InheritedSocket), negotiates a version (PmiNegotiation) and uses a PmiClient
 * (Pmi1Client, Pmi2Client).
 *
 * <p>Shared with the server in mpiexec: {@link musubi.bootstrap.pmi.PmiLine} (PmiMessage; PmiFrame
 * is PMI-2 only), {@link musubi.bootstrap.pmi.LineBuffer}, {@link musubi.bootstrap.pmi.StallLine}.
 * ProcessMapping parses the placement of ranks.
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.pmi;

import musubi.memory.Accounted;
import musubi.memory.Component;
