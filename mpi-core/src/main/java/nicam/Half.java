package nicam;

/**
 * One half of a copy that is paired by key, see {@link Nicam#copySource}. Immutable.
 *
 * @param region number of the region of this node
 * @param offset first byte in it
 * @param bytes to copy; the same in both halves
 * @param flag of this node that is raised afterwards
 * @param value of the flag then
 */
public record Half(int region, long offset, long bytes, int flag, long value) {}
