/**
 * Accounting of the memory of a rank and of a node by component, in bytes; classes declare their
 * component by an annotation.
 */
package musubi.memory;
