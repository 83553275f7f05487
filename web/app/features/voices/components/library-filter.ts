import { voiceCategories } from "@timbre/contract/voices.entities.ts";
import { type LibrarySort, librarySorts } from "@timbre/contract/voices.library.ts";

/** What of the library is shown; all of it lives in the address, so that a search can be kept and sent to somebody. */
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

/** Whether anything but the order was asked for. */
export function narrowsLibrary(filter: LibraryFilter): boolean {
	return names.some((name) => name !== "sort" && filter[name].trim() !== "");
}

/** The best match first for words, else what people use now; "best match" means nothing without words. */
export function librarySort(filter: LibraryFilter): LibrarySort {
	const chosen = librarySorts.find((known) => known === filter.sort);
	const searching = filter.search.trim() !== "";
	if (chosen && (chosen !== "relevance" || searching)) return chosen;
	return searching ? "relevance" : "trending";
}

/** The filter as the server takes it. */
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

/** An accent belongs to a language: with another language it would find nothing. */
export function withLanguage(filter: LibraryFilter, language: string): LibraryFilter {
	return { ...filter, language, accent: language === filter.language ? filter.accent : "" };
}
