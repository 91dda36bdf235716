package musubi.insight.report;

/** What a counter had come to at MPI.Finalize. Immutable. */
record Reading(String name, String unit, String kind, long value) {}
