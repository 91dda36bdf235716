/** Searches in, and ranks of, the vertices of a large graph. */
package applications.graph;
