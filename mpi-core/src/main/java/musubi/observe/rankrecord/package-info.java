/**
 * The record of a rank: counters and the latest events in memory that other processes map. {@link
 * musubi.observe.rankrecord.RecordLayout} is the format, {@link
 * musubi.observe.rankrecord.RankRecord} writes it, {@link musubi.observe.rankrecord.RecordView}
 * reads it, {@link musubi.observe.rankrecord.RecordFiles} finds the files of a job. {@link
 * musubi.observe.rankrecord.EventDescriptions} and {@link
 * musubi.observe.rankrecord.LastEventsReport} describe events for people.
 */
package musubi.observe.rankrecord;
