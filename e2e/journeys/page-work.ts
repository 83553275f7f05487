import type { Browser } from "@playwright/test";

type TraceEvent = {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	dur?: number;
	tdur?: number;
	args?: { name?: string };
};

export type PageWork = {
	/** The longest blocking task in wall-clock ms, which depends on load. */
	longestWallMs: number;
	/** CPU ms of the main thread's tasks, longest first. */
	tasks: number[];
	/**
	 * The fourth longest task. Occasionally the browser itself spends a few hundred ms on layers under load; a real problem of the page
	 * shows with every key, frame or fetch.
	 */
	longest: number;
};

/** Measures the main thread's tasks while `act` runs. */
export async function pageWork(browser: Browser, act: () => Promise<void>): Promise<PageWork> {
	await browser.startTracing(undefined, { categories: ["toplevel"] });
	await act();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
	const pages = new Set(
		traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(threadOf),
	);
	const ran = traceEvents.filter((event) => event.ph === "X" && event.tdur !== undefined && pages.has(threadOf(event)));
	const tasks = ran.map(({ tdur }) => (tdur ?? 0) / 1000).sort((a, b) => b - a);
	const longest = tasks[3];
	if (longest === undefined) throw new Error("The trace contains almost no tasks of a page.");
	return { longestWallMs: ran.reduce((max, { dur }) => Math.max(max, dur ?? 0), 0) / 1000, tasks, longest };
}

/** Formats the result for `printFigures`. */
export function describeWork({ tasks, longestWallMs }: PageWork): string {
	const work = tasks.slice(0, 5).map((ms) => ms.toFixed(0));
	return `longest tasks ${work.join(", ")} ms of CPU time (${longestWallMs.toFixed(0)} ms wall clock)`;
}
