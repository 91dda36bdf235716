/** Classes of the launcher on the class path of the ranks: the training run of the AOT cache. */
package musubi.launch.rank;
