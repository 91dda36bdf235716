"use strict";

/** The numbers of the page: {@code Columns} in Musubi's module insight has written them. */
async function readColumns(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

function column(buffer, place) {
    if (place.type === "i") {
        return new Int32Array(buffer, place.at, place.count);
    }
    const floats = new Float32Array(buffer, place.at, place.count);
    if (place.type === "f") {
        return floats;
    }
    const times = new Float64Array(place.count);
    let sum = 0;
    for (let i = 0; i < times.length; i++) {
        sum += floats[i];
        times[i] = sum;
    }
    return times;
}

/** A row of things that have a beginning and a duration: with their ends, and sums of durations. */
function readRow(buffer, places) {
    const row = {};
    for (const [name, place] of Object.entries(places)) {
        row[name] = typeof place === "object" ? column(buffer, place) : place;
    }
    const count = row.begin.length;
    row.end = new Float64Array(count);
    row.sum = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) {
        row.end[i] = row.begin[i] + row.duration[i];
        row.sum[i + 1] = row.sum[i] + row.duration[i];
    }
    return row;
}

/** The first place within a part whose value is not below the limit; its end when there is none. */
function lowerBound(values, limit, from = 0, to = values.length) {
    let low = from;
    let high = to;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (values[middle] < limit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** The same; fast when it is not far from there. */
function nextBound(values, limit, from) {
    let step = 1;
    while (from + step < values.length && values[from + step] < limit) {
        step *= 2;
    }
    return lowerBound(values, limit, from + (step >>> 1), Math.min(values.length, from + step + 1));
}

/** Nanoseconds for people. */
function timeText(ns) {
    const units = [[1e9, " s"], [1e6, " ms"], [1e3, " µs"]];
    const unit = units.find(([size]) => Math.abs(ns) >= size);
    return unit ? (ns / unit[0]).toPrecision(4) + unit[1] : Math.round(ns) + " ns";
}

function bytesText(bytes) {
    const units = [[2 ** 30, " GiB"], [2 ** 20, " MiB"], [2 ** 10, " KiB"]];
    const unit = units.find(([size]) => bytes >= size);
    return unit ? (bytes / unit[0]).toFixed(1) + unit[1] : bytes + " B";
}
