/**
 * Work requests and their completions, as programs see them.
 *
 * <ul>
 *   <li>Requests: {@link musubi.verbs.work.SendWorkRequest} with a {@link
 *       musubi.verbs.work.WorkOpcode}, {@link musubi.verbs.work.ReceiveWorkRequest}; {@link
 *       musubi.verbs.work.RemoteOperand} of an atomic, {@link musubi.verbs.work.AddressHandle} of a
 *       dynamically connected target; {@link musubi.verbs.work.QueueLimits}.
 *   <li>Completions: {@link musubi.verbs.work.CompletionQueue} of reused {@link
 *       musubi.verbs.work.CompletionEntry}s, with status and opcode; {@link
 *       musubi.verbs.work.WorkCompletion} is a copy to keep; {@link
 *       musubi.verbs.work.CompletionChannel} for events of armed queues.
 *   <li>{@link musubi.verbs.work.AsyncEvent}s of other objects.
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.work;

import musubi.memory.Accounted;
import musubi.memory.Component;
