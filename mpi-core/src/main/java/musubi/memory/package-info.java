/**
 * What the memory of a rank and of a node is used for, in bytes; and how classes say what theirs is
 * used for.
 */
package musubi.memory;
