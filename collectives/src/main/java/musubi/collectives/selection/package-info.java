/**
 * Who decides which algorithm carries a call out: what the user forces, tables, rules. All ranks of
 * a communicator decide alike, because they look only at what all of them know.
 */
package musubi.collectives.selection;
