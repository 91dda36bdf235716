package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The clock that all processes of a host share. A recording has its own clock, which is set at the
 * start of a chunk; this one aligns recordings of several processes.
 */
@Name("musubi.Clock")
@Label("MPI Clock")
@Category({"MPI"})
@Description("What the clock shows that all processes of a host share.")
@StackTrace(false)
@Period("everyChunk")
final class ClockEvent extends Event {

    @Label("System.nanoTime")
    long nanoTime;

    /** Notes it now. */
    static void note() {
        ClockEvent event = new ClockEvent();
        event.nanoTime = System.nanoTime();
        event.commit();
    }

    /** Notes it at the beginning and the end of each chunk of recordings that ask for it. */
    static void noteRegularly() {
        FlightRecorder.addPeriodicEvent(ClockEvent.class, ClockEvent::note);
    }
}
