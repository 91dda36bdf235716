"use strict";

/** The panel beside the timeline: facts about what was clicked on. */
class Details {
    constructor(home, timeline, contents) {
        this.home = home;
        this.timeline = timeline;
        this.lines = contents.summary.ranks;
        this.fill("Details", [["", "Click on a call, a wait, a rank or an empty place of the timeline."]]);
    }

    fill(title, rows) {
        const table = element("table");
        for (const [name, text] of rows) {
            const row = element("tr");
            row.append(element("th", name), element("td", text));
            table.append(row);
        }
        this.home.replaceChildren(element("h3", title), table);
    }

    /** What is at a place of the canvas. */
    showAt(x, y) {
        const { timeline } = this;
        const rank = timeline.rankAt(y);
        const found = x < LEFT ? null : timeline.find(x, y);
        timeline.select(found);
        if (found !== null) {
            this.show(found);
        } else if (x < LEFT && rank !== undefined) {
            this.showRank(rank);
        } else {
            this.showTime(timeline.timeAt(Math.max(x, LEFT)));
        }
    }

    show({ row, i, isWait }) {
        if (isWait) {
            this.fill(this.timeline.kinds[row.name[i]], this.waitRows(row, i));
        } else {
            this.showCall(row, i);
        }
    }

    showCall(row, i) {
        const { timeline } = this;
        const { count, total } = this.allOf(row.rank, row.name[i]);
        const rows = [
            ["rank", String(row.rank)],
            ["line", timeline.places[row.place[i]]],
            ["began at", timeText(row.begin[i])],
            ["took", timeText(row.duration[i])],
        ];
        if (row.peer[i] >= 0) {
            rows.push(["with rank", String(row.peer[i])], ["data", bytesText(row.bytes[i])]);
        }
        rows.push(["all of this rank", `${count} calls, ${timeText(total)}`]);
        const waits = timeline.waits.find((each) => each.rank === row.rank);
        const wait = lowerBound(waits.begin, row.begin[i]);
        if (waits.begin[wait] <= row.end[i]) {
            rows.push(["wait state", timeline.kinds[waits.name[wait]]], ...this.waitRows(waits, wait).slice(1));
        }
        this.fill(timeline.names[row.name[i]], rows);
    }

    waitRows(waits, i) {
        const { places } = this.timeline;
        return [
            ["rank", String(waits.rank)],
            ["waited", `${timeText(waits.duration[i])} from ${timeText(waits.begin[i])}`],
            ["in", places[waits.place[i]]],
            ["for rank", String(waits.peer[i])],
            ["which was late in", places[waits.causePlace[i]] || "no call"],
            ["wait began at", `rank ${waits.origin[i]}`],
        ];
    }

    /** The calls of a method of a rank. */
    allOf(rank, name) {
        let count = 0;
        let total = 0;
        for (const row of this.timeline.rows.filter((each) => each.rank === rank)) {
            for (let i = 0; i < row.name.length; i++) {
                if (row.name[i] === name) {
                    count++;
                    total += row.duration[i];
                }
            }
        }
        return { count, total };
    }

    showRank(rank) {
        const line = this.lines.find((each) => each.rank === rank);
        const methods = this.timeline.names
            .map((name, i) => ({ name, ...this.allOf(rank, i) }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.total - a.total)
            .slice(0, 8);
        this.fill(`rank ${rank}`, [
            ["computed", timeText(line.computeNs)],
            ["in MPI", timeText(line.mpiNs)],
            ["waited", timeText(line.waitedNs)],
            ["others waited for it", timeText(line.awaitedNs)],
            ["waits that began here", timeText(line.originNs)],
            ...methods.map(({ name, count, total }) => [name, `${count} calls, ${timeText(total)}`]),
        ]);
    }

    /** What all ranks do at a time. */
    showTime(at) {
        const { rows, waits, names } = this.timeline;
        const active = (row) => {
            const i = lowerBound(row.end, at);
            return row.begin[i] <= at ? i : -1;
        };
        const texts = waits.map((own) => {
            const calls = rows
                .filter((row) => row.rank === own.rank && active(row) >= 0)
                .map((row) => names[row.name[active(row)]]);
            const wait = active(own) >= 0 ? `, waits for rank ${own.peer[active(own)]}` : "";
            return [`rank ${own.rank}`, (calls.join(", ") || "computes") + wait];
        });
        this.fill(`at ${timeText(at)}`, texts);
    }
}
