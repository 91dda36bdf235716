/** The command {@code ./musubi} and its subcommands. */
package musubi.simulator.command;
