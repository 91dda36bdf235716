/** The interface between the core and the module that has the collective algorithms. */
package musubi.coll;
