package musubi.insight.report;

/** What a counter had come to at MPI.Finalize. Immutable. */
record CounterReading(String name, String unit, String kind, long value) {}
