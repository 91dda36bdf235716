/** Runs collective operations: checks a call, selects an algorithm, executes its schedule. */
package musubi.collectives;
