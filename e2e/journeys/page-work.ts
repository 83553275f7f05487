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
	/** The longest that the page stood still, in ms of the clock: what else runs on the same cores is in it. */
	longestByClock: number;
	/** What its thread worked at a stretch, in ms, the longest first. */
	tasks: number[];
	/**
	 * The longest such task but three. Now and then the browser itself works a few hundred ms on its layers while other browsers
	 * hold the cores; what the page does too long, it does too long with every key, frame or fetch.
	 */
	longest: number;
};

/** What a page works while something is done in it. */
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
	if (longest === undefined) throw new Error("The trace holds next to no work of a page.");
	return { longestByClock: ran.reduce((most, { dur }) => Math.max(most, dur ?? 0), 0) / 1000, tasks, longest };
}

/** For the list of what was measured. */
export function toldOf({ tasks, longestByClock }: PageWork): string {
	const work = tasks.slice(0, 5).map((ms) => ms.toFixed(0));
	return `longest tasks ${work.join(", ")} ms of work (${longestByClock.toFixed(0)} by the clock)`;
}
