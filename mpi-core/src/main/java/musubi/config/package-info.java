/**
 * Settings: system properties {@code musubi.*} and environment variables {@code MUSUBI_*}.
 *
 * <pre>
 *   Setting           name, type and default of one setting; those of the core
 *   SettingSource     the settings of a module, a service
 *   CoreSettings      settings of the core
 *   LaunchVariables   environment variables between mpiexec and its ranks
 *   Settings          the values in a job
 *   HostAddress       the host's address, by a setting; addresses as text
 *   UnknownSettings   warnings of misspelt names, with EditDistance
 * </pre>
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.config;

import musubi.memory.Accounted;
import musubi.memory.Component;
