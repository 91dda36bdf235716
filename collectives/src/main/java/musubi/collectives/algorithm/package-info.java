/** The collective algorithms, one file each: pure functions from a shape to a schedule. */
package musubi.collectives.algorithm;
