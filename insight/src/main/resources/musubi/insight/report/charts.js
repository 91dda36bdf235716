"use strict";

/** Bars with a part for each row of values; those that are all 0 are left out. */
function drawBars(element, ranks, rows, colour) {
    const shown = rows.filter((row) => row.values.some((value) => value > 0));
    const chart = echarts.init(element, null, { renderer: "canvas" });
    chart.setOption({
        animation: false,
        color: COLOURS,
        tooltip: { trigger: "axis", valueFormatter: (ms) => timeText(ms * 1e6) },
        legend: { type: "scroll", top: 0 },
        grid: { left: 60, right: 10, top: 40, bottom: 40 },
        xAxis: { type: "category", data: ranks, name: "rank", nameLocation: "middle", nameGap: 25 },
        yAxis: { type: "value", name: "ms" },
        series: shown.map((row) => ({
            name: row.name, type: "bar", stack: "all", data: row.values, itemStyle: { color: colour?.(row.name) },
        })),
    });
    return chart;
}

/** Senders from top to bottom, receivers from left to right; the colour by the logarithm. */
function drawMatrix(element, ranks, cells, measure) {
    const place = new Map(ranks.map((rank, i) => [rank, i]));
    const text = measure === "messages" ? String : bytesText;
    const shown = cells.filter((cell) => cell[measure] > 0 && place.has(cell.to));
    const most = Math.max(2, ...shown.map((cell) => cell[measure]));
    const chart = echarts.getInstanceByDom(element) ?? echarts.init(element, null, { renderer: "canvas" });
    chart.setOption({
        animation: false,
        tooltip: {
            formatter: ({ data }) => `rank ${ranks[data[1]]} to ${ranks[data[0]]}: ${text(data[3])}`,
        },
        grid: { left: 70, right: 120, top: 20, bottom: 50 },
        xAxis: { type: "category", data: ranks, name: "to rank", nameLocation: "middle", nameGap: 28 },
        yAxis: { type: "category", data: ranks, name: "from rank", nameLocation: "middle", nameGap: 40, inverse: true },
        visualMap: {
            dimension: 2,
            min: 0,
            max: Math.log2(most),
            right: 10,
            top: "middle",
            text: [text(most), "1"],
            formatter: (power) => text(Math.round(2 ** power)),
            inRange: { color: ["#e8f0f8", "#7fb0d8", "#2b6ca3", "#0b2f4f"] },
        },
        series: [{
            type: "heatmap",
            data: shown.map((cell) => [
                place.get(cell.to), place.get(cell.from), Math.log2(cell[measure]), cell[measure],
            ]),
        }],
    });
    return chart;
}
