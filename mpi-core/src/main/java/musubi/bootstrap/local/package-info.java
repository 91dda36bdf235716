/**
 * Jobs within one process: {@link musubi.bootstrap.local.SingletonBootstrap} for a process without
 * a process manager, {@link musubi.bootstrap.local.LocalJob} for ranks that are threads.
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.local;

import musubi.memory.Accounted;
import musubi.memory.Component;
