package musubi.insight.trace;

/** Value of a counter at MPI.Finalize. Immutable. */
public record CounterReading(String name, String unit, String kind, long value) {}
