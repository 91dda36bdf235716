/** Relaxation on grids. */
package applications.grid;
