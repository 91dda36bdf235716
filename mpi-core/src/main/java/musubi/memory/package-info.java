/**
 * Accounting of the memory of a rank and of a node by component, in bytes; classes declare their
 * component by an annotation. The files that ranks share, and all others that belong to their user
 * alone: {@link musubi.memory.PrivateFiles}.
 */
package musubi.memory;
