import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { narrows, type OwnView, readView, writeView } from "./components/own-view.ts";
import { ownVoicePages } from "./voices.own.queries.ts";

afterEach(() => vi.unstubAllGlobals());

const all: OwnView = { type: "saved", search: "", language: "", category: "", collection: "", sort: "" };

test("VOICES-035 a page of voices is twenty of them, asked for by what the reader looks for, and the next by its token", async () => {
	const asked: URLSearchParams[] = [];
	vi.stubGlobal("fetch", async (url: string) => {
		const { pathname, searchParams } = new URL(url, "http://here.invalid");
		expect(pathname).toBe("/v2/voices");
		asked.push(searchParams);
		const more = asked.length === 1;
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
	expect(asked.map((query) => Object.fromEntries(query))).toEqual([
		{ ...same, include_total_count: "true" },
		{ ...same, include_total_count: "false", next_page_token: "n/2" },
	]);
});

test("what is looked for stands in the address and is read from it, whatever else stands there", () => {
	const view: OwnView = { ...all, search: "old", language: "en-GB", sort: "newest" };
	const written = writeView(new URLSearchParams("voice=v1&category=premade"), view);
	expect(written.toString()).toBe("voice=v1&search=old&language=en-GB&sort=newest");
	expect(readView(written, "saved")).toEqual(view);
	expect(readView(new URLSearchParams("category=nonsense&sort=nonsense"), "saved")).toEqual(all);
	expect([narrows(all), narrows({ ...all, sort: "name" }), narrows({ ...all, search: "a" })]).toEqual([
		false,
		false,
		true,
	]);
});
