/** What looks for misuse, only when the setting {@code musubi.check} is on. */
package musubi.check;
