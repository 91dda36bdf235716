package musubi.insight.report;

/** Value of a counter at MPI.Finalize. Immutable. */
record CounterReading(String name, String unit, String kind, long value) {}
