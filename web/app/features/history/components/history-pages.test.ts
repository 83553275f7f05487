import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { HistoryItem } from "@timbre/contract/history.ts";
import { expect, test } from "vitest";
import { noFilter } from "./history-filter.ts";
import { listSaved, type Pages, pagesKey } from "./history-pages.ts";

const item = (id: string) => ({ history_item_id: id, alignments: { alignment: null } }) as unknown as HistoryItem;
const page = (...ids: string[]): Pages => ({
	pages: [{ history: ids.map(item), has_more: false, last_history_item_id: null, scanned_until: null }],
	pageParams: [undefined],
});
const idsIn = (data: unknown) =>
	(data as Pages).pages.flatMap((one) => one.history.map((row) => row.history_item_id)).join(" ");

test("what was just saved stands on top of an open list, once, and without the timing of its letters", async () => {
	const client = new QueryClient();
	const key = [...pagesKey, noFilter];
	client.setQueryData(key, page("b", "a"));
	await listSaved(client, item("c"));
	await listSaved(client, item("c"));
	expect(idsIn(client.getQueryData(key))).toBe("c b a");
	expect(client.getQueryData<Pages>(key)?.pages[0]?.history[0]?.alignments).toBeNull();
});

test("a list asked for before the item was there is asked for again; one with a filter too, by the server's judgement", async () => {
	const client = new QueryClient();
	for (const filter of [noFilter, { ...noFilter, search: "tide" }]) {
		const answers: ((data: Pages) => void)[] = [];
		const queryKey = [...pagesKey, filter];
		const queryFn = () => new Promise<Pages>((resolve) => answers.push(resolve));
		const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
		await listSaved(client, item("new"));
		expect(answers).toHaveLength(2);
		answers[0]?.(page());
		answers[1]?.(page("new"));
		await expect.poll(() => client.getQueryData(queryKey)).toBeDefined();
		expect(idsIn(client.getQueryData(queryKey))).toBe("new");
		stop();
	}
});
