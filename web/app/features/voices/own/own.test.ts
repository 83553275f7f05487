import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { hasFilters, type OwnView, readView, writeView } from "./model/own-view.ts";
import { ownVoicePages } from "./own.queries.ts";

afterEach(() => vi.unstubAllGlobals());

const all: OwnView = { type: "saved", search: "", language: "", category: "", collection: "", sort: "" };

test("VOICES-035 requests pages of twenty voices with the current filters, and the next page by its token", async () => {
	const requests: URLSearchParams[] = [];
	vi.stubGlobal("fetch", async (url: string) => {
		const { pathname, searchParams } = new URL(url, "http://here.invalid");
		expect(pathname).toBe("/v2/voices");
		requests.push(searchParams);
		const more = requests.length === 1;
		return Response.json({ voices: [], has_more: more, total_count: 40, next_page_token: more ? "n/2" : null });
	});
	const view: OwnView = { ...all, search: " calm ", category: "generated", collection: "c1", sort: "name" };
	await new QueryClient().fetchInfiniteQuery({ ...ownVoicePages(view), pages: 2 });
	const same = {
		page_size: "20",
		search: "calm",
		category: "generated",
		voice_type: "saved",
		sort: "name",
		sort_direction: "asc",
		collection_id: "c1",
	};
	expect(requests.map((query) => Object.fromEntries(query))).toEqual([
		{ ...same, include_total_count: "true" },
		{ ...same, include_total_count: "false", next_page_token: "n/2" },
	]);
});

test("stores filters in the URL and restores them, keeping other parameters", () => {
	const view: OwnView = { ...all, search: "old", language: "en-GB", sort: "newest" };
	const params = writeView(new URLSearchParams("voice=v1&category=premade"), view);
	expect(params.toString()).toBe("voice=v1&search=old&language=en-GB&sort=newest");
	expect(readView(params, "saved")).toEqual(view);
	expect(readView(new URLSearchParams("category=nonsense&sort=nonsense"), "saved")).toEqual(all);
	expect([hasFilters(all), hasFilters({ ...all, sort: "name" }), hasFilters({ ...all, search: "a" })]).toEqual([
		false,
		false,
		true,
	]);
});
