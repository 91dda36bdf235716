/**
 * The events of a rank as events of the JDK Flight Recorder. {@link musubi.jfr.FlightRecording}
 * starts recordings, {@code JfrObserver} writes the events; the other classes are one event each.
 */
package musubi.jfr;
