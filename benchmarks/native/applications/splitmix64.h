/* The twin of SplitMix64.java: the generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) with
 * the seed 0, by index: any rank generates any part of the same sequence. */
#ifndef SPLITMIX64_H
#define SPLITMIX64_H
#include <stdint.h>

/* A bijection whose result appears random. */
static inline uint64_t splitmix64_mix(uint64_t number) {
    uint64_t mixed = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

/* The number with an index, which may be negative. */
static inline uint64_t splitmix64(int64_t index) {
    return splitmix64_mix(((uint64_t)index + 1) * UINT64_C(0x9E3779B97F4A7C15));
}

/* The number with an index, in [0, 1). */
static inline double splitmix64_uniform(int64_t index) {
    return (double)(splitmix64(index) >> 11) * 0x1p-53;
}
#endif
