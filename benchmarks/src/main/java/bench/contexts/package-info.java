/**
 * Miss ratios of eviction policies for contexts, on traces of access patterns: {@code MissTable}
 * prints them for {@code Traces} and the policies {@code Belady}, {@code Clock} and {@code
 * LeastRecentlyUsed}.
 */
package bench.contexts;
