/**
 * A soak test: ranks exchange messages of all kinds for a given time, check every byte, and report
 * what they use of memory, threads and descriptors.
 *
 * <ul>
 *   <li>{@link musubi.conformance.soak.Soak}: the program
 *   <li>{@code Exercises}: what a round can do, by name; each kind has a class
 *   <li>{@code Round}, {@code Payload}, {@code Numbers}: the random choices of a round and its data
 *   <li>{@code Usage}, {@code UsageTable}: what the ranks use, and whether it grows
 * </ul>
 */
package musubi.conformance.soak;
