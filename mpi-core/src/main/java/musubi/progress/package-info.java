/** What keeps messages moving: the duty cycle, work that waits for room, and idling. */
package musubi.progress;
