/** Dense and sparse matrices. */
package applications.matrix;
