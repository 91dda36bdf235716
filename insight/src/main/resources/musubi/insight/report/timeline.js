"use strict";

const COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#b279a2", "#72b7b2", "#eeca3b", "#9d755d", "#ff9da6",
    "#1f4e79", "#a05a00", "#2d6a2a", "#6b3f69"];
const WAIT_COLOUR = "#d62728";
const LEFT = 70;
const TOP = 22;
const CALLS_HEIGHT = 18;
const WAITS_HEIGHT = 5;
const GAP = 5;
const MOST_ARROWS = 800;
const SHADES = 6;

/**
 * Draws calls, wait states and messages of all ranks for a span of time. What it costs depends on
 * the pixels, not on the number of events: calls that share a pixel are found by binary search and
 * drawn as one column, as opaque as they fill it; of very many messages some are drawn.
 */
class Timeline {
    constructor(canvas, contents, buffer) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.names = contents.names;
        this.places = contents.places;
        this.kinds = contents.kinds;
        this.rows = contents.calls.map((places) => readRow(buffer, places));
        this.waits = contents.waits.map((places) => readRow(buffer, places));
        this.messages = readRow(buffer, contents.messages);
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
        const ratio = window.devicePixelRatio;
        this.width = this.canvas.clientWidth - LEFT;
        this.canvas.style.height = this.height + "px";
        this.canvas.width = this.canvas.clientWidth * ratio;
        this.canvas.height = this.height * ratio;
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
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

    /** Makes the span so many times as long around a place of the canvas. */
    zoom(factor, x) {
        const fixed = this.from + (x - LEFT) / this.scale;
        this.view(fixed - (fixed - this.from) * factor, fixed + (this.to - fixed) * factor);
    }

    pan(pixels) {
        const by = pixels / this.scale;
        this.view(this.from - by, this.to - by);
    }

    draw() {
        const pen = this.context;
        pen.clearRect(0, 0, this.width + LEFT, this.height);
        pen.save();
        pen.beginPath();
        pen.rect(LEFT, 0, this.width, this.height);
        pen.clip();
        this.rows.forEach((row) => this.drawRow(row, CALLS_HEIGHT, (i) => this.colour(row.name[i])));
        this.waits.forEach((row) => this.drawRow(row, WAITS_HEIGHT, () => WAIT_COLOUR));
        pen.globalAlpha = 1;
        if (this.withMessages) {
            this.drawMessages();
        }
        pen.restore();
        this.drawAxes();
    }

    colour(name) {
        return COLOURS[name % COLOURS.length];
    }

    drawRow(row, height, colour) {
        const pen = this.context;
        let i = lowerBound(row.end, this.from);
        while (i < row.begin.length && row.begin[i] < this.to) {
            const left = Math.max((row.begin[i] - this.from) * this.scale, -1);
            const right = Math.min((row.end[i] - this.from) * this.scale, this.width + 1);
            if (right - left >= 1) {
                pen.globalAlpha = 1;
                pen.fillStyle = colour(i);
                pen.fillRect(LEFT + left, row.y, right - left > 3 ? right - left - 0.5 : right - left, height);
                i++;
            } else {
                i = this.drawColumn(row, i, Math.floor(left), height, colour);
            }
        }
        this.paint(row, height, null);
    }

    /** Draws what begins within a pixel and fits into it; returns what comes next. */
    drawColumn(row, first, pixel, height, colour) {
        const until = this.from + (pixel + 1) / this.scale;
        let next = lowerBound(row.begin, until, first + 1);
        if (next > first + 1 && row.end[next - 1] > until) {
            next--;
        }
        const step = Math.ceil((next - first) / 8);
        let longest = first;
        for (let i = first; i < next; i += step) {
            longest = row.duration[i] > row.duration[longest] ? i : longest;
        }
        const filled = (row.sum[next] - row.sum[first]) * this.scale;
        const shade = Math.min(SHADES, Math.ceil(filled * SHADES)) / SHADES;
        this.paint(row, height, { pixel, shade, colour: colour(longest) });
        return next;
    }

    /** Columns side by side that look the same are painted as one; null ends a row. */
    paint(row, height, column) {
        const run = this.run;
        if (run && column && column.pixel === run.to && column.shade === run.shade && column.colour === run.colour) {
            run.to++;
            return;
        }
        if (run) {
            const pen = this.context;
            pen.globalAlpha = run.shade;
            pen.fillStyle = run.colour;
            pen.fillRect(LEFT + run.pixel, row.y, run.to - run.pixel, height);
        }
        this.run = column && { ...column, to: column.pixel + 1 };
    }

    drawMessages() {
        const all = this.messages;
        const first = Math.max(0, lowerBound(all.begin, this.from) - MOST_ARROWS);
        const last = lowerBound(all.begin, this.to);
        let step = 1;
        while ((last - first) / step > MOST_ARROWS) {
            step *= 2;
        }
        const pen = this.context;
        pen.beginPath();
        let drawn = 0;
        for (let i = Math.ceil(first / step) * step; i < last; i += step) {
            if (all.end[i] >= this.from) {
                this.arrow(pen, i, step === 1 && last - first < MOST_ARROWS / 4);
                drawn++;
            }
        }
        pen.strokeStyle = drawn > 300 ? "#00000050" : "#000000b0";
        pen.lineWidth = 1;
        pen.stroke();
        this.onArrows?.(step);
    }

    arrow(pen, i, withHead) {
        const all = this.messages;
        const x1 = LEFT + (all.begin[i] - this.from) * this.scale;
        const x2 = LEFT + (all.end[i] - this.from) * this.scale;
        const y1 = this.centre.get(all.from[i]);
        const y2 = this.centre.get(all.to[i]);
        pen.moveTo(x1, y1);
        pen.lineTo(x2, y2);
        if (withHead) {
            const angle = Math.atan2(y2 - y1, x2 - x1);
            for (const turn of [-0.4, 0.4]) {
                pen.moveTo(x2, y2);
                pen.lineTo(x2 - 7 * Math.cos(angle + turn), y2 - 7 * Math.sin(angle + turn));
            }
        }
    }

    drawAxes() {
        const pen = this.context;
        pen.fillStyle = "#222";
        pen.strokeStyle = "#0000001c";
        pen.font = "12px system-ui, sans-serif";
        pen.textBaseline = "middle";
        this.centre.forEach((y, rank) => pen.fillText("rank " + rank, 8, y));
        const span = this.to - this.from;
        const rough = span / Math.max(2, this.width / 140);
        const power = 10 ** Math.floor(Math.log10(rough));
        const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
        pen.beginPath();
        for (let at = Math.ceil(this.from / step) * step; at < this.to; at += step) {
            const x = LEFT + (at - this.from) * this.scale;
            pen.fillText(timeText(at), x + 3, 9);
            pen.moveTo(x, 0);
            pen.lineTo(x, this.height);
        }
        pen.stroke();
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

/** Lets the mouse move what is shown. */
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
