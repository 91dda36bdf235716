/**
 * Memory of payloads, and the kernels that copy between them.
 *
 * <pre>
 *   Region          bytes in an array or a memory segment, the form in which payload is passed
 *   BulkCopy        faster copies of many bytes, supplied by a transport
 *   BlockRow        equally long blocks at equal distances
 *   RecentSlices    segments over parts of buffers, reused
 *
 *   AddressSpace    objects shared by the ranks of one JVM
 *   NodeRegions     the tables of the ranks of a node
 *   RegionTable     regions that a rank exposes by reference, by key
 *
 *   ElementKind     the primitive types of arrays
 *   ShortCopies, ByteViews, BooleanCopies, StridedCopies    copy kernels of Region
 * </pre>
 */
package musubi.region;
