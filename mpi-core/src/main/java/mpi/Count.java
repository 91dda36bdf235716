package mpi;

/** A number of elements that may be larger than an int. MPI-4.1 section 2.5.8. */
public final class Count implements Comparable<Object> {
    private long count;

    /** This number. MPI-4.1 section 2.5.8. */
    public Count(long count) {
        this.count = count;
    }

    /** The number. MPI-4.1 section 2.5.8. */
    public long getCount() {
        return count;
    }

    /** Replaces the number. MPI-4.1 section 2.5.8. */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof Count other && other.count == count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    /**
     * Orders by the number.
     *
     * @throws ClassCastException when the other is no {@code Count}
     */
    @Override
    public int compareTo(Object obj) {
        return Long.compare(count, ((Count) obj).count);
    }

    @Override
    public String toString() {
        return Long.toString(count);
    }
}
