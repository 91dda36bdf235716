/** Programs that do not keep the rules, and some that only look so. */
package misuse;
