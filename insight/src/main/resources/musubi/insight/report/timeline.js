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
        this.otherShades = shadesOf("#d8d8d8");
        this.withMessages = true;
        this.isMatch = null;
        this.selected = null;
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
        const paint = (row, i) => this.isMatch && !this.isMatch(row, i) ? this.otherShades : this.callShades[row.name[i]];
        this.rows.forEach((row) => this.drawRow(row, CALLS_HEIGHT, paint));
        this.waits.forEach((row) => this.drawRow(row, WAITS_HEIGHT, (waits, i) => this.waitShades[waits.name[i]]));
        if (this.withMessages) {
            this.drawMessages();
        }
        const ticks = this.ticks();
        ticks.forEach(({ x }) => raster.line(x * this.ratio, 0, x * this.ratio, raster.height, 0.11));
        this.context.putImageData(raster.image, Math.round(LEFT * this.ratio), 0);
        ticks.forEach(({ x, at }) => this.context.fillText(timeText(at), LEFT + x + 3, 9));
        this.outline();
    }

    /** A frame around what is selected. */
    outline() {
        if (this.selected === null) {
            return;
        }
        const { row, i, height } = this.selected;
        const left = Math.max(-2, (row.begin[i] - this.from) * this.scale);
        const right = Math.min(this.width + 2, (row.end[i] - this.from) * this.scale);
        if (right >= 0 && left <= this.width) {
            this.context.strokeStyle = "#000";
            this.context.lineWidth = 2;
            this.context.strokeRect(LEFT + left, row.y - 1, Math.max(2, right - left), height + 2);
        }
    }

    /** Selects a call or wait of a row, and shows it unless it is well in sight. */
    select(found) {
        this.selected = found;
        if (found === null) {
            this.view(this.from, this.to);
            return;
        }
        const { row, i } = found;
        const span = this.to - this.from;
        const isSmall = row.duration[i] * this.scale < 6;
        const next = isSmall ? Math.max(row.duration[i] * 20, 1000) : Math.max(span, row.duration[i] * 1.2);
        const isInside = row.begin[i] >= this.from && row.end[i] <= this.to;
        const middle = row.begin[i] + row.duration[i] / 2;
        const from = isInside && !isSmall ? this.from : middle - next / 2;
        this.view(from, from + (isInside && !isSmall ? span : next));
    }

    colour(name) {
        return COLOURS[name % COLOURS.length];
    }

    drawRow(row, height, paint) {
        const { line, ratio } = this;
        const scale = this.scale * ratio;
        line.fill(WHITE);
        let i = lowerBound(row.end, this.from);
        while (i < row.begin.length && row.begin[i] < this.to) {
            const left = Math.max((row.begin[i] - this.from) * scale, -1);
            const right = Math.min((row.end[i] - this.from) * scale, line.length);
            if (right - left >= 1) {
                const gap = right - left > 3 ? 1 : 0;
                line.fill(paint(row, i)[SHADES], Math.max(0, Math.floor(left)), Math.ceil(right) - gap);
                i++;
            } else {
                i = this.drawColumn(row, i, Math.floor(left), paint);
            }
        }
        this.raster.band(line, Math.round(row.y * ratio), Math.round(height * ratio));
    }

    /** Draws what begins within a pixel and fits into it; returns what comes next. */
    drawColumn(row, first, pixel, paint) {
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
            this.line[pixel] = paint(row, longest)[Math.min(SHADES, Math.ceil(filled * SHADES))];
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

    /** The rank whose row is at a height of the canvas; undefined for none. */
    rankAt(y) {
        const waits = this.waits.find((each) => y < each.y + WAITS_HEIGHT + GAP);
        return y < TOP ? undefined : waits?.rank;
    }

    timeAt(x) {
        return this.from + (x - LEFT) / this.scale;
    }

    /** The call or wait at a place of the canvas; null for none. */
    find(x, y) {
        const at = this.timeAt(x);
        const near = 2 / this.scale;
        for (const [rows, height, isWait] of [[this.rows, CALLS_HEIGHT, false], [this.waits, WAITS_HEIGHT, true]]) {
            const row = rows.find((each) => y >= each.y && y < each.y + height);
            const i = row ? lowerBound(row.end, at - near) : 0;
            if (row && row.begin[i] <= at + near) {
                return { row, i, height, isWait };
            }
        }
        return null;
    }

    /** What is at a place of the canvas, in words; null when nothing is. */
    describe(x, y) {
        const found = x < LEFT ? null : this.find(x, y);
        if (found === null) {
            return null;
        }
        return found.isWait ? this.waitWords(found.row, found.i) : this.callWords(found.row, found.i);
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

/** Zooms and pans with the mouse; a click without a movement chooses a place. */
function steer(timeline, tip, onClick) {
    const canvas = timeline.canvas;
    let moved = 0;
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        timeline.zoom(Math.exp(event.deltaY / 400), event.offsetX);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => timeline.view(0, timeline.end));
    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        moved = 0;
    });
    canvas.addEventListener("click", (event) => {
        if (moved < 4) {
            onClick(event.offsetX, event.offsetY);
        }
    });
    canvas.addEventListener("pointermove", (event) => {
        if (event.buttons === 1) {
            moved += Math.abs(event.movementX);
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
