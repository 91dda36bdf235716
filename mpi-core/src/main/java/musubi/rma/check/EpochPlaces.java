package musubi.rma.check;

import musubi.error.CallSite;
import musubi.error.MpiFailure;

import java.util.HashMap;
import java.util.Map;

/**
 * The calls of the program that have opened and ended epochs of a window, for reports of calls in a
 * wrong order. Thread rule: the thread that holds the rank.
 */
public final class EpochPlaces {
    private final Map<String, CallSite> latest = new HashMap<>();

    public EpochPlaces() {}

    /** Notes the present call as the latest of its kind. */
    public void note(String kind) {
        latest.put(kind, CallSite.find());
    }

    /** Adds the latest call of a kind, if there was one, and the present call to a failure. */
    public void addTo(MpiFailure failure, String kind) {
        CallSite first = latest.get(kind);
        if (first != null) {
            failure.with("first", text(first));
        }
        failure.with("second", text(CallSite.find()));
    }

    private static String text(CallSite site) {
        return site.call() + " at " + site.place();
    }
}
