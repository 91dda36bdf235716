"use strict";

const LEFT = 70;
const TOP = 22;
const CALLS_HEIGHT = 18;
const WAITS_HEIGHT = 5;
const GAP = 5;
const MOST_ARROWS = 800;
const SHADES = 6;

/**
 * Draws calls, wait states and messages of all ranks for a span of time. What it costs depends on
 * the pixels, not on the number of events: calls that share a pixel are found by search and drawn as
 * one column, as dark as they fill it; of very many messages some are drawn.
 */
class Timeline {
    constructor(canvas, contents, buffer) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d", { alpha: false });
        this.names = contents.names;
        this.places = contents.places;
        this.kinds = contents.kinds;
        this.rows = contents.calls.map((places) => readRow(buffer, places));
        this.waits = contents.waits.map((places) => readRow(buffer, places));
        this.messages = readRow(buffer, contents.messages);
        this.callShades = this.names.map((_, name) => shadesOf(this.colour(name)));
        this.waitShades = this.kinds.map(() => shadesOf(WAIT_COLOUR));
        this.withMessages = true;
        this.place();
        this.end = Math.max(1, ...this.rows.map((row) => row.end.at(-1) ?? 0));
        this.frame = 0;
        this.resize();
        this.view(0, this.end);
    }

    /** Gives each row its height; the waits of a rank are below its last row. */
    place() {
        this.centre = new Map();
        let y = TOP;
        this.rows.forEach((row, i) => {
            row.y = y;
            if (!this.centre.has(row.rank)) {
                this.centre.set(row.rank, y + CALLS_HEIGHT / 2);
            }
            y += CALLS_HEIGHT;
            if (this.rows[i + 1]?.rank !== row.rank) {
                this.waits.find((waits) => waits.rank === row.rank).y = y;
                y += WAITS_HEIGHT + GAP;
            }
        });
        this.height = y;
    }

    resize() {
        const { canvas, context } = this;
        const ratio = window.devicePixelRatio;
        this.ratio = ratio;
        this.width = canvas.clientWidth - LEFT;
        canvas.style.height = this.height + "px";
        canvas.width = canvas.clientWidth * ratio;
        canvas.height = this.height * ratio;
        this.raster = new Raster(Math.ceil(this.width * ratio), canvas.height);
        this.line = new Uint32Array(this.raster.width);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.fillStyle = "#fff";
        context.fillRect(0, 0, LEFT, this.height);
        context.fillStyle = "#222";
        context.font = "12px system-ui, sans-serif";
        context.textBaseline = "middle";
        this.centre.forEach((y, rank) => context.fillText("rank " + rank, 8, y));
    }

    /** Shows this span of time, in ns. */
    view(from, to) {
        const span = Math.min(Math.max(to - from, 100), this.end * 1.1);
        this.from = Math.min(Math.max(from, -0.05 * this.end), this.end * 1.05 - span);
        this.to = this.from + span;
        this.scale = this.width / span;
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => this.draw());
    }

    /** Multiplies the length of the span by a factor; the given place of the canvas stays fixed. */
    zoom(factor, x) {
        const fixed = this.from + (x - LEFT) / this.scale;
        this.view(fixed - (fixed - this.from) * factor, fixed + (this.to - fixed) * factor);
    }

    pan(pixels) {
        const by = pixels / this.scale;
        this.view(this.from - by, this.to - by);
    }

    draw() {
        const { raster } = this;
        raster.clear();
        this.rows.forEach((row) => this.drawRow(row, CALLS_HEIGHT, this.callShades));
        this.waits.forEach((row) => this.drawRow(row, WAITS_HEIGHT, this.waitShades));
        if (this.withMessages) {
            this.drawMessages();
        }
        const ticks = this.ticks();
        ticks.forEach(({ x }) => raster.line(x * this.ratio, 0, x * this.ratio, raster.height, 0.11));
        this.context.putImageData(raster.image, Math.round(LEFT * this.ratio), 0);
        ticks.forEach(({ x, at }) => this.context.fillText(timeText(at), LEFT + x + 3, 9));
    }

    colour(name) {
        return COLOURS[name % COLOURS.length];
    }

    drawRow(row, height, shades) {
        const { line, ratio } = this;
        const scale = this.scale * ratio;
        line.fill(WHITE);
        let i = lowerBound(row.end, this.from);
        while (i < row.begin.length && row.begin[i] < this.to) {
            const left = Math.max((row.begin[i] - this.from) * scale, -1);
            const right = Math.min((row.end[i] - this.from) * scale, line.length);
            if (right - left >= 1) {
                const gap = right - left > 3 ? 1 : 0;
                line.fill(shades[row.name[i]][SHADES], Math.max(0, Math.floor(left)), Math.ceil(right) - gap);
                i++;
            } else {
                i = this.drawColumn(row, i, Math.floor(left), shades);
            }
        }
        this.raster.band(line, Math.round(row.y * ratio), Math.round(height * ratio));
    }

    /** Draws what begins within a pixel and fits into it; returns what comes next. */
    drawColumn(row, first, pixel, shades) {
        const scale = this.scale * this.ratio;
        const until = this.from + (pixel + 1) / scale;
        let next = nextBound(row.begin, until, first + 1);
        if (next > first + 1 && row.end[next - 1] > until) {
            next--;
        }
        const step = Math.ceil((next - first) / 8);
        let longest = first;
        for (let i = first; i < next; i += step) {
            longest = row.duration[i] > row.duration[longest] ? i : longest;
        }
        const filled = (row.sum[next] - row.sum[first]) * scale;
        if (pixel >= 0) {
            this.line[pixel] = shades[row.name[longest]][Math.min(SHADES, Math.ceil(filled * SHADES))];
        }
        return next;
    }

    drawMessages() {
        const all = this.messages;
        const first = Math.max(0, lowerBound(all.begin, this.from) - MOST_ARROWS);
        const last = lowerBound(all.begin, this.to);
        let step = 1;
        while ((last - first) / step > MOST_ARROWS) {
            step *= 2;
        }
        const shown = [];
        for (let i = Math.ceil(first / step) * step; i < last; i += step) {
            if (all.end[i] >= this.from) {
                shown.push(i);
            }
        }
        const weight = shown.length > 300 ? 0.3 : 0.7;
        shown.forEach((i) => this.arrow(i, weight, shown.length < MOST_ARROWS / 4));
        this.onArrows?.(step);
    }

    arrow(i, weight, withHead) {
        const all = this.messages;
        const scale = this.scale * this.ratio;
        const x1 = (all.begin[i] - this.from) * scale;
        const x2 = (all.end[i] - this.from) * scale;
        const y1 = this.centre.get(all.from[i]) * this.ratio;
        const y2 = this.centre.get(all.to[i]) * this.ratio;
        this.raster.line(x1, y1, x2, y2, weight);
        if (withHead) {
            const angle = Math.atan2(y2 - y1, x2 - x1);
            for (const turn of [angle - 0.4, angle + 0.4]) {
                const length = 7 * this.ratio;
                this.raster.line(x2, y2, x2 - length * Math.cos(turn), y2 - length * Math.sin(turn), weight);
            }
        }
    }

    /** Round times about 140 pixels apart, and where they are. */
    ticks() {
        const rough = (this.to - this.from) / Math.max(2, this.width / 140);
        const power = 10 ** Math.floor(Math.log10(rough));
        const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
        const ticks = [];
        for (let at = Math.ceil(this.from / step) * step; at < this.to; at += step) {
            ticks.push({ at, x: (at - this.from) * this.scale });
        }
        return ticks;
    }

    /** What is at a place of the canvas, in words; null when nothing is. */
    describe(x, y) {
        const at = this.from + (x - LEFT) / this.scale;
        const near = 2 / this.scale;
        for (const [rows, height, words] of [
            [this.rows, CALLS_HEIGHT, (row, i) => this.callWords(row, i)],
            [this.waits, WAITS_HEIGHT, (row, i) => this.waitWords(row, i)],
        ]) {
            const row = rows.find((each) => y >= each.y && y < each.y + height);
            const i = row ? lowerBound(row.end, at - near) : 0;
            if (row && row.begin[i] <= at + near) {
                return words(row, i);
            }
        }
        return null;
    }

    callWords(row, i) {
        const peer = row.peer[i] < 0 ? "" : `\nwith rank ${row.peer[i]}, ${bytesText(row.bytes[i])}`;
        return `rank ${row.rank}: ${this.names[row.name[i]]}, ${timeText(row.duration[i])}`
            + `\n${this.places[row.place[i]]}${peer}\nbegan at ${timeText(row.begin[i])}`;
    }

    waitWords(row, i) {
        return `rank ${row.rank}: ${this.kinds[row.name[i]]}, ${timeText(row.duration[i])}`
            + `\nrank ${row.peer[i]} was late`;
    }
}

/** A colour as pixels from white, for nothing, to itself. */
function shadesOf(colour) {
    return Array.from({ length: SHADES + 1 }, (_, i) => mixed(WHITE, pixelOf(colour), i / SHADES));
}

/** Zooms and pans with the mouse. */
function steer(timeline, tip) {
    const canvas = timeline.canvas;
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        timeline.zoom(Math.exp(event.deltaY / 400), event.offsetX);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => timeline.view(0, timeline.end));
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
        if (event.buttons === 1) {
            timeline.pan(event.movementX);
        }
        const text = event.buttons ? null : timeline.describe(event.offsetX, event.offsetY);
        tip.hidden = text === null;
        tip.textContent = text;
        tip.style.left = Math.min(event.clientX + 14, window.innerWidth - 420) + "px";
        tip.style.top = event.clientY + 14 + "px";
    });
    canvas.addEventListener("pointerleave", () => {
        tip.hidden = true;
    });
    window.addEventListener("resize", () => {
        timeline.resize();
        timeline.view(timeline.from, timeline.to);
    });
}
