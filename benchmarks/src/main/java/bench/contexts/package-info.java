/**
 * Eviction policies for contexts, compared on traces of access patterns: {@code MissTable} counts
 * misses for {@code Traces} and the policies {@code Belady} and {@code LeastRecentlyUsed}; {@code
 * RecordedPeers} makes traces of recordings of programs, as text of {@code PeerSequence}.
 */
package bench.contexts;
