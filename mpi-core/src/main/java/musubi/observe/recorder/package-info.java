/**
 * Recording of a rank's events: {@link musubi.observe.recorder.EventRecorder} counts them, writes
 * them into the record and passes them on to a {@link musubi.observe.recorder.RankObserver}.
 */
package musubi.observe.recorder;
