package musubi.adi;

import java.util.List;

/**
 * Where a transport reports measurements of the paths to peers that are far, if it has them.
 *
 * <p>Thread rule: one thread at a time, which need not hold the rank.
 */
public interface PathSamples {
    /** Whether samples of the path to a peer are used. */
    boolean isFar(int peer);

    /**
     * Takes samples of the same while, at most one of each peer; a few times a second.
     *
     * @param samples not kept
     */
    void add(List<PathSample> samples);
}
