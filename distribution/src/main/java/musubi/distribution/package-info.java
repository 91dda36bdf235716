/** Writes the manual pages and the completions of the shells, from the options of the commands. */
package musubi.distribution;
