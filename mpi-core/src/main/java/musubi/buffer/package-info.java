/**
 * Buffers in native memory that programs allocate: {@link musubi.buffer.ProgramBuffers} are those
 * of a rank, {@link musubi.buffer.BufferBudget} limits those of all ranks of a JVM and collects
 * unreachable ones.
 */
package musubi.buffer;
