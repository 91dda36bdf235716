/** The record of a rank: counters and the latest events in memory that others map. */
package musubi.observe.rankrecord;
