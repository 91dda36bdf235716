/**
 * Settings of the transport ({@link musubi.verbs.transport.options.VerbsSettings}), a rank's share
 * of them ({@link musubi.verbs.transport.options.VerbsOptions}), and the keys of a job ({@link
 * musubi.verbs.transport.options.JobKeys}).
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.options;

import musubi.memory.Accounted;
import musubi.memory.Component;
