/**
 * The events that the kernel reports: {@link musubi.event.RankEvents} has a method for each kind.
 * Counters of messages with a peer ({@link musubi.event.PeerCounters}) and of calls of a collective
 * ({@link musubi.event.CollectiveCounters}) are opaque to the kernel; {@link
 * musubi.event.WaitTarget} describes a long wait. Package {@code musubi.observe.recorder}
 * implements it.
 */
package musubi.event;
