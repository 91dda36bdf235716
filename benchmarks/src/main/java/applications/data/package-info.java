/** Sorting, clustering, and tasks with objects. */
package applications.data;
