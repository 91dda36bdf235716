/**
 * Results of IMB beside native MPI libraries: the line of a result, the table, the plot, and the
 * programs of the native libraries.
 */
package musubi.comparison;
