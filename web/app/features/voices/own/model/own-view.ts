import type { VoiceType } from "@timbre/contract/voices/own.ts";
import { voiceCategories } from "@timbre/contract/voices/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";

/** Filters and sort order of a list of usable voices. */
export type OwnView = {
	type?: VoiceType;
	search: string;
	language: string;
	category: Voice["category"] | "";
	collection: string;
	sort: "newest" | "name" | "";
};

const names = ["search", "language", "category", "collection", "sort"] as const;

export function readView(params: URLSearchParams, type?: VoiceType): OwnView {
	return {
		type,
		search: params.get("search") ?? "",
		language: params.get("language") ?? "",
		category: voiceCategories.find((known) => known === params.get("category")) ?? "",
		collection: params.get("collection") ?? "",
		sort: (["newest", "name"] as const).find((known) => known === params.get("sort")) ?? "",
	};
}

export function writeView(params: URLSearchParams, view: OwnView): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of names) {
		if (view[name]) next.set(name, view[name]);
		else next.delete(name);
	}
	return next;
}

export function hasFilters(view: OwnView): boolean {
	return Boolean(view.search.trim() || view.language || view.category);
}

/** The view as request parameters. */
export function viewQuery(view: OwnView) {
	return {
		voice_type: view.type,
		search: view.search.trim() || undefined,
		language: view.language || undefined,
		category: view.category || undefined,
		collection_id: view.collection || undefined,
		...(view.sort === "name" ? { sort: "name" as const, sort_direction: "asc" as const } : {}),
		...(view.sort === "newest" ? { sort: "created_at_unix" as const, sort_direction: "desc" as const } : {}),
	};
}
