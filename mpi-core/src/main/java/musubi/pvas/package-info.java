/**
 * PVAS node: the ranks of a node in one JVM, each as private as a process where a program can tell
 * the difference. docs/pvas.md.
 */
package musubi.pvas;
