/** Datatypes, and how a user's buffer becomes a run of bytes. */
package musubi.type;
