"use strict";

/** Zooms in and pans as a user would, frame by frame, and returns the result for the test. */
async function probe() {
    const begun = performance.now();
    const { timeline, charts, details, search } = await shown;
    const readMs = performance.now() - begun;
    const draws = [];
    const draw = timeline.draw;
    timeline.draw = () => {
        const at = performance.now();
        draw.call(timeline);
        // To read a pixel makes the browser paint now.
        timeline.context.getImageData(0, 0, 1, 1);
        draws.push(performance.now() - at);
    };
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    const frames = [];
    let last = await nextFrame();
    for (let i = 0; i < 240; i++) {
        if (i < 60) {
            timeline.pan(i % 2 ? 12 : -10);
        } else if (i < 180) {
            timeline.zoom(i < 120 ? 0.9 : 1.1, 400);
        } else {
            timeline.pan(-15);
        }
        const now = await nextFrame();
        frames.push(now - last);
        last = now;
    }
    timeline.view(0, timeline.end);
    await nextFrame();
    await nextFrame();
    const { data } = timeline.context.getImageData(0, 0, timeline.canvas.width, timeline.canvas.height);
    let painted = 0;
    for (let i = 0; i < data.length; i += 4) {
        painted += data[i] + data[i + 1] + data[i + 2] < 3 * 255 ? 1 : 0;
    }
    timeline.view(timeline.rows[0].begin[0], timeline.rows[0].begin[0] + 1e4);
    const tip = timeline.describe(LEFT + 1, timeline.rows[0].y + 1);
    details.showAt(LEFT + 1, timeline.rows[0].y + 1);
    const called = details.home.textContent;
    details.showAt(LEFT / 2, timeline.rows[1].y + 1);
    const rank = details.home.textContent;
    search.set("rank 2 IRECV");
    const matches = document.getElementById("matches").textContent;
    search.step(1);
    search.step(1);
    search.step(-1);
    const { row, i } = timeline.selected;
    search.set("");
    const at = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
    const spread = (values) => [0.5, 0.95, 1].map((share) => Number(at(values, share).toFixed(2)));
    return {
        rows: timeline.rows.length,
        calls: timeline.rows.reduce((sum, row) => sum + row.begin.length, 0),
        messages: timeline.messages.begin.length,
        charts: charts.filter((chart) => chart.getWidth() > 0).length,
        painted: painted / (data.length / 4),
        tip,
        tiles: document.getElementById("summary").textContent,
        called,
        rank,
        matches,
        selected: `rank ${row.rank}: ${timeline.names[row.name[i]]} ${i}`,
        readMs: Math.round(readMs),
        drawMs: spread(draws),
        frameMs: spread(frames),
    };
}

probe()
    .catch((failure) => ({ error: String(failure.stack) }))
    .then((result) => fetch("/result", { method: "POST", body: JSON.stringify(result) }));
