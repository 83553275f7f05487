import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { expect, test } from "vitest";
import { noFilter } from "./history-filter.ts";
import { addToLists, type Pages, pagesKey } from "./history-pages.ts";

const item = (id: string) => ({ history_item_id: id, alignments: { alignment: null } }) as unknown as HistoryItem;
const page = (...ids: string[]): Pages => ({
	pages: [{ history: ids.map(item), has_more: false, last_history_item_id: null, scanned_until: null }],
	pageParams: [undefined],
});
const idsIn = (data: unknown) =>
	(data as Pages).pages.flatMap((one) => one.history.map((row) => row.history_item_id)).join(" ");

test("adds a saved generation to the top of an open list once, without alignments", async () => {
	const client = new QueryClient();
	const key = [...pagesKey, noFilter];
	client.setQueryData(key, page("b", "a"));
	await addToLists(client, item("c"));
	await addToLists(client, item("c"));
	expect(idsIn(client.getQueryData(key))).toBe("c b a");
	expect(client.getQueryData<Pages>(key)?.pages[0]?.history[0]?.alignments).toBeNull();
});

test("refetches a list that was loading before the item existed, and filtered lists", async () => {
	const client = new QueryClient();
	for (const filter of [noFilter, { ...noFilter, search: "tide" }]) {
		const responses: ((data: Pages) => void)[] = [];
		const queryKey = [...pagesKey, filter];
		const queryFn = () => new Promise<Pages>((resolve) => responses.push(resolve));
		const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
		await addToLists(client, item("new"));
		expect(responses).toHaveLength(2);
		responses[0]?.(page());
		responses[1]?.(page("new"));
		await expect.poll(() => client.getQueryData(queryKey)).toBeDefined();
		expect(idsIn(client.getQueryData(queryKey))).toBe("new");
		stop();
	}
});
