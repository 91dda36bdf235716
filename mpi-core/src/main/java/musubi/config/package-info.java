/** What a user may set. */
package musubi.config;
