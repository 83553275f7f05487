import type { LibrarySort } from "@timbre/contract/voice-library/endpoints.ts";
import { librarySorts } from "@timbre/contract/voice-library/rules.ts";
import { voiceCategories } from "@timbre/contract/voices/rules.ts";

/** Library filters. They live in the URL so a search can be bookmarked and shared. */
export type LibraryFilter = {
	search: string;
	language: string;
	accent: string;
	gender: string;
	age: string;
	use_case: string;
	category: string;
	sort: string;
};

const names = ["search", "language", "accent", "gender", "age", "use_case", "category", "sort"] as const;

export const noLibraryFilter: LibraryFilter = {
	search: "",
	language: "",
	accent: "",
	gender: "",
	age: "",
	use_case: "",
	category: "",
	sort: "",
};

export function readLibraryFilter(params: URLSearchParams): LibraryFilter {
	const filter = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as LibraryFilter;
	return {
		...filter,
		category: voiceCategories.find((known) => known === filter.category) ?? "",
		sort: librarySorts.find((known) => known === filter.sort) ?? "",
	};
}

export function writeLibraryFilter(params: URLSearchParams, filter: LibraryFilter): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of names) {
		if (filter[name]) next.set(name, filter[name]);
		else next.delete(name);
	}
	return next;
}

/** Whether any filter other than the sort order is set. */
export function hasLibraryFilters(filter: LibraryFilter): boolean {
	return names.some((name) => name !== "sort" && filter[name].trim() !== "");
}

/** Relevance for a text search, otherwise trending. Relevance needs search text. */
export function librarySort(filter: LibraryFilter): LibrarySort {
	const chosen = librarySorts.find((known) => known === filter.sort);
	const searching = filter.search.trim() !== "";
	if (chosen && (chosen !== "relevance" || searching)) return chosen;
	return searching ? "relevance" : "trending";
}

/** The filter as request parameters. */
export function libraryQuery(filter: LibraryFilter) {
	return {
		search: filter.search.trim() || undefined,
		language: filter.language || undefined,
		accent: filter.accent || undefined,
		gender: filter.gender || undefined,
		age: filter.age || undefined,
		use_cases: filter.use_case || undefined,
		category: voiceCategories.find((known) => known === filter.category),
		sort: librarySort(filter),
	};
}

/** Accents belong to a language, so changing it clears the accent. */
export function withLanguage(filter: LibraryFilter, language: string): LibraryFilter {
	return { ...filter, language, accent: language === filter.language ? filter.accent : "" };
}
