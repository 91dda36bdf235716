/**
 * What a rank does, seen from outside: counters and the latest events in a file that others map.
 * {@link musubi.observe.RankEvents} is the one place where the events of a rank pass.
 */
package musubi.observe;
