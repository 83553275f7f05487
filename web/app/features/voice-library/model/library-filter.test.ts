import { expect, test } from "vitest";
import {
	hasLibraryFilters,
	libraryQuery,
	librarySort,
	noLibraryFilter,
	readLibraryFilter,
	withLanguage,
	writeLibraryFilter,
} from "./library-filter.ts";

const read = (search: string) => readLibraryFilter(new URLSearchParams(search));

test("stores a library search in the URL and restores it, keeping other parameters", () => {
	const filter = { ...noLibraryFilter, search: "calm older man", language: "en", sort: "name", category: "generated" };
	const params = writeLibraryFilter(new URLSearchParams("voice=a&gender=male"), filter);
	expect(params.toString()).toBe("voice=a&search=calm+older+man&language=en&category=generated&sort=name");
	expect(readLibraryFilter(params)).toEqual(filter);
	expect(read("category=nonsense&sort=nonsense")).toEqual(noLibraryFilter);
});

test("sorts by relevance for a text search, otherwise by trending", () => {
	expect(librarySort(read(""))).toBe("trending");
	expect(librarySort(read("search=calm"))).toBe("relevance");
	expect(librarySort(read("search=calm&sort=name"))).toBe("name");
	expect(librarySort(read("search=%20&sort=relevance"))).toBe("trending");
});

test("does not count the sort order or blank text as a filter", () => {
	expect(hasLibraryFilters(read("sort=name&search=%20"))).toBe(false);
	expect(hasLibraryFilters(read("age=old"))).toBe(true);
	expect(libraryQuery(read("use_case=conversational&search=%20a%20"))).toMatchObject({
		search: "a",
		use_cases: "conversational",
		language: undefined,
	});
});

test("clears the accent when the language changes", () => {
	const british = { ...noLibraryFilter, language: "en", accent: "british" };
	expect(withLanguage(british, "fr")).toMatchObject({ language: "fr", accent: "" });
	expect(withLanguage(british, "en")).toEqual(british);
});
