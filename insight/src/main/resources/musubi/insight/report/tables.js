"use strict";

const MOST_CULPRITS = 16;

function element(name, text, className) {
    const made = document.createElement(name);
    made.textContent = text ?? "";
    made.className = className ?? "";
    return made;
}

/** A table of rows of texts and numbers, with its heads; of no rows a sentence. */
function fillTable(id, heads, rows, otherwise) {
    const home = document.getElementById(id);
    if (rows.length === 0) {
        home.append(element("p", otherwise, "note"));
        return;
    }
    const table = element("table");
    const isNumber = heads.map((_, i) => rows.every((row) => /^[\d.,]+( (s|ms|µs|ns|B|.iB))?$/.test(row[i])));
    const head = element("tr");
    head.append(...heads.map((text, i) => element("th", text, isNumber[i] ? "number" : "")));
    table.append(head);
    for (const row of rows) {
        const line = element("tr");
        line.append(...row.map((text, i) => element("td", text, isNumber[i] ? "number" : "line")));
        table.append(line);
    }
    home.append(table);
}

/** Ranks in few words, for example 0-3, 7. */
function rankText(ranks) {
    const sorted = [...ranks].sort((a, b) => a - b);
    const spans = [];
    for (const rank of sorted) {
        const last = spans.at(-1);
        if (last && rank === last[1] + 1) {
            last[1] = rank;
        } else {
            spans.push([rank, rank]);
        }
    }
    return spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}

/** What all ranks have, or what each has. */
function valueText(ranks, values) {
    return values.every((value) => value === values[0])
        ? values[0]
        : values.map((value, i) => `${ranks[i]}: ${value}`).join("; ");
}

/** The tiles on top, and a sentence about where waits began. */
function fillSummary({ summary, ranks, culprits }) {
    const percent = (share) => (100 * share).toFixed(share < 0.0995 ? 1 : 0) + " %";
    const tiles = [
        ["run time", timeText(summary.runNs), `${ranks.length} ranks`],
        ["in MPI", percent(summary.mpiShare), "of the time of all ranks"],
        ["waiting", percent(summary.waitShare), "for other ranks, in MPI"],
        ["parallel efficiency", percent(summary.parallelEfficiency), "mean computation / run time"],
        ["load balance", percent(summary.loadBalance), "mean / longest computation"],
        ["communication efficiency", percent(summary.communicationEfficiency), "longest computation / run time"],
        ["imbalance", percent(summary.imbalance), "longest computation above mean"],
    ];
    document.getElementById("summary").append(...tiles.map(([name, value, how]) => {
        const tile = element("div", name);
        tile.append(element("b", value), element("small", how));
        return tile;
    }));
    const total = culprits.reduce((sum, line) => sum + line.originNs, 0);
    const most = culprits.slice(0, 3).map((line) => `rank ${line.rank}: ${percent(line.originNs / total)}`);
    document.getElementById("finding").textContent = total === 0
        ? "" : `Of ${timeText(total)} of waits most began at ${most.join(", ")}.`;
}

/** Calls about whose waits nothing is known. */
function unanalysedText(lines) {
    const texts = lines.map((line) => `${line.name} (${line.count} calls, ${timeText(line.totalNs)})`);
    return lines.length === 0
        ? "All calls that may wait for other ranks were analysed." : "Not analysed: " + texts.join(", ") + ".";
}

function fillTables(contents) {
    const { ranks } = contents;
    fillSummary(contents);
    document.getElementById("job").textContent = contents.job;
    document.getElementById("remarks").append(...contents.remarks.map((text) => element("li", text)));
    fillTable(
        "worst",
        ["wait state", "time", "times", "ranks", "waiting in", "for rank", "which was late in", "began at"],
        contents.worstWaits.map((wait) => [
            wait.kind, timeText(wait.totalNs), String(wait.count), rankText(wait.ranks), wait.place,
            String(wait.cause), wait.causePlace, wait.origins.join(", "),
        ]),
        contents.unanalysed.length === 0
            ? "No rank waited for another one." : "No wait was found in the calls that were analysed.",
    );
    document.getElementById("unanalysed").textContent = unanalysedText(contents.unanalysed);
    fillTable(
        "culprits",
        ["rank", "computed", "in MPI", "waited", "others waited for it", "waits that began here"],
        contents.culprits.slice(0, MOST_CULPRITS).map((line) => [
            String(line.rank), timeText(line.computeNs), timeText(line.mpiNs), timeText(line.waitedNs),
            timeText(line.awaitedNs), timeText(line.originNs),
        ]),
        "None.",
    );
    fillTable(
        "algorithms",
        ["operation", "algorithm", "why", "ranks of the communicator", "bytes", "ranks that chose it"],
        contents.algorithms.map(({ algorithm, ranks: count }) => [
            algorithm.operation, algorithm.name, algorithm.reason, String(algorithm.ranks),
            bytesText(algorithm.bytes), String(count),
        ]),
        "No algorithm was chosen; operations among ranks of one node can do without messages (flags), see the counters.",
    );
    fillTable(
        "counters",
        ["counter", "unit", ...ranks.map((rank) => "rank " + rank)],
        contents.counters.map((row) => [row.name, row.unit, ...row.values.map(String)]),
        "No rank came to MPI.Finalize.",
    );
    fillTable(
        "facts",
        ["", "of all ranks, or by rank"],
        contents.facts.map((row) => [row.name, valueText(ranks, row.values)]),
        "",
    );
}

/** Colours and their names; a click on a method searches for it. */
function fillLegend(timeline, names, onName) {
    const entry = (name, colour, className) => {
        const made = element("span", name, className);
        const patch = element("i");
        patch.style.background = colour;
        made.prepend(patch);
        return made;
    };
    const calls = names.map((name, i) => {
        const made = entry(name, timeline.colour(i), "call");
        made.addEventListener("click", () => onName(name));
        return made;
    });
    const empty = entry("computation", "#fff");
    empty.firstChild.style.outline = "1px solid #bbb";
    const arrow = entry("message", "linear-gradient(#fff 5px, #555 5px 7px, #fff 7px)");
    document.getElementById("legend").append(...calls, entry("wait state", WAIT_COLOUR), empty, arrow);
}

async function showAll() {
    const contents = JSON.parse(document.getElementById("contents").textContent);
    fillTables(contents);
    const buffer = await readColumns(document.getElementById("columns").textContent);
    const timeline = new Timeline(document.getElementById("timeline"), contents, buffer);
    const details = new Details(document.getElementById("details"), timeline, contents);
    const search = new Search(timeline, details);
    steer(timeline, document.getElementById("tip"), (x, y) => details.showAt(x, y));
    fillLegend(timeline, contents.names, (name) => search.set(name));
    timeline.onArrows = (step) => {
        document.getElementById("shown").textContent = step === 1 ? "" : `(one of ${step}; zoom in for all)`;
    };
    document.getElementById("with-messages").addEventListener("change", (event) => {
        timeline.withMessages = event.target.checked;
        timeline.view(timeline.from, timeline.to);
    });
    const measure = document.getElementById("measure");
    const matrix = document.getElementById("matrix");
    measure.addEventListener("change", () => drawMatrix(matrix, contents.ranks, contents.matrix, measure.value));
    const charts = [
        drawBars(document.getElementById("by-call"), contents.ranks, contents.timeByCall,
            (name) => timeline.colour(contents.names.indexOf(name))),
        drawBars(document.getElementById("by-wait"), contents.ranks, contents.timeByWait),
        drawMatrix(matrix, contents.ranks, contents.matrix, measure.value),
    ];
    window.addEventListener("resize", () => charts.forEach((chart) => chart.resize()));
    return { timeline, charts, details, search };
}

const shown = showAll();
