/** Processes of ranks: commands, environment, binding, signals. */
package musubi.launch.process;
