"use strict";

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

function fillTables(contents) {
    const { ranks } = contents;
    document.getElementById("job").textContent = contents.job;
    document.getElementById("remarks").append(...contents.remarks.map((text) => element("li", text)));
    fillTable(
        "worst",
        ["wait state", "time", "times", "ranks", "waiting in", "for rank", "which was late in"],
        contents.worstWaits.map((wait) => [
            wait.kind, timeText(wait.totalNs), String(wait.count), rankText(wait.ranks), wait.place,
            String(wait.cause), wait.causePlace,
        ]),
        "No rank waited for another one.",
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

function fillLegend(timeline, names) {
    document.getElementById("legend").append(...names.map((name, i) => {
        const entry = element("span", name);
        const colour = element("i");
        colour.style.background = timeline.colour(i);
        entry.prepend(colour);
        return entry;
    }));
}

async function showAll() {
    const contents = JSON.parse(document.getElementById("contents").textContent);
    fillTables(contents);
    const buffer = await readColumns(document.getElementById("columns").textContent);
    const timeline = new Timeline(document.getElementById("timeline"), contents, buffer);
    steer(timeline, document.getElementById("tip"));
    fillLegend(timeline, contents.names);
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
    return { timeline, charts };
}

const shown = showAll();
