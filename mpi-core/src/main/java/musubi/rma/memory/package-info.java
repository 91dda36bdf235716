/**
 * What ranks do with the memory of a window itself: locks, and updates of items.
 *
 * <ul>
 *   <li>{@link musubi.rma.memory.ControlBlock}: the words beside the memory; {@link
 *       musubi.rma.memory.LockWord} and {@link musubi.rma.memory.LockAttempt}: the lock of a
 *       target; {@link musubi.rma.memory.SpinLock}: locks held for a moment
 *   <li>{@link musubi.rma.memory.Update}: an operation on a type; {@link
 *       musubi.rma.memory.Accumulator}: updates items
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.rma.memory;

import musubi.memory.Accounted;
import musubi.memory.Component;
