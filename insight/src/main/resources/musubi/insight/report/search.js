"use strict";

/** Finds calls by method, line of the program and rank; others become grey in the timeline. */
class Search {
    constructor(timeline, details) {
        this.timeline = timeline;
        this.details = details;
        this.input = document.getElementById("search");
        this.count = document.getElementById("matches");
        this.input.addEventListener("input", () => this.change());
        this.input.addEventListener("keydown", (event) => event.key === "Enter" && this.step(event.shiftKey ? -1 : 1));
        document.getElementById("next").addEventListener("click", () => this.step(1));
        document.getElementById("previous").addEventListener("click", () => this.step(-1));
    }

    /** Searches for a text. */
    set(text) {
        this.input.value = text;
        this.change();
    }

    change() {
        const { timeline } = this;
        const text = this.input.value.trim().toLowerCase();
        const [, rank, rest] = /^rank (\d+)\b *(.*)$/.exec(text) ?? [null, null, text];
        const isIn = (each) => each.toLowerCase().includes(rest);
        const names = timeline.names.map(isIn);
        const places = timeline.places.map(isIn);
        timeline.isMatch = text === ""
            ? null
            : (row, i) => (rank === null || row.rank === Number(rank)) && (names[row.name[i]] || places[row.place[i]]);
        timeline.selected = null;
        timeline.view(timeline.from, timeline.to);
        this.count.textContent = text === "" ? "" : this.sum();
    }

    /** How many calls match, and how long they take. */
    sum() {
        let count = 0;
        let total = 0;
        for (const row of this.timeline.rows) {
            for (let i = 0; i < row.begin.length; i++) {
                if (this.timeline.isMatch(row, i)) {
                    count++;
                    total += row.duration[i];
                }
            }
        }
        return `${count} ${count === 1 ? "call" : "calls"}, ${timeText(total)}`;
    }

    /** Selects the match after (1) or before (-1) the selected one, in the order of time. */
    step(direction) {
        const { timeline } = this;
        if (!timeline.isMatch) {
            return;
        }
        const last = timeline.selected;
        const from = last ? last.row.begin[last.i] : direction > 0 ? -Infinity : Infinity;
        const fromRow = last ? timeline.rows.indexOf(last.row) : -1;
        let best = null;
        timeline.rows.forEach((row, number) => {
            const isBehind = number > fromRow;
            let i = lowerBound(row.begin, from);
            if (direction > 0) {
                // Calls that begin at the same time follow in the order of rows.
                i += row.begin[i] === from && !isBehind ? 1 : 0;
                while (i < row.begin.length && !timeline.isMatch(row, i)) {
                    i++;
                }
            } else {
                i -= row.begin[i] === from && number < fromRow ? 0 : 1;
                while (i >= 0 && !timeline.isMatch(row, i)) {
                    i--;
                }
            }
            const begin = row.begin[i];
            if (begin !== undefined && (best === null || direction * (begin - best.begin) < 0
                || direction < 0 && begin === best.begin)) {
                best = { row, i, begin };
            }
        });
        if (best !== null) {
            const found = { row: best.row, i: best.i, height: CALLS_HEIGHT, isWait: false };
            timeline.select(found);
            this.details.show(found);
        }
    }
}
