import { expect, test } from "vitest";
import {
	libraryQuery,
	librarySort,
	narrowsLibrary,
	noLibraryFilter,
	readLibraryFilter,
	withLanguage,
	writeLibraryFilter,
} from "./library-filter.ts";

const read = (search: string) => readLibraryFilter(new URLSearchParams(search));

test("a search of the library is in the address and comes back from it, beside what else stands there", () => {
	const asked = { ...noLibraryFilter, search: "calm older man", language: "en", sort: "name", category: "generated" };
	const written = writeLibraryFilter(new URLSearchParams("voice=a&gender=male"), asked);
	expect(written.toString()).toBe("voice=a&search=calm+older+man&language=en&category=generated&sort=name");
	expect(readLibraryFilter(written)).toEqual(asked);
	expect(read("category=nonsense&sort=nonsense")).toEqual(noLibraryFilter);
});

test("the best match comes first for words, what trends without them, whatever else was chosen", () => {
	expect(librarySort(read(""))).toBe("trending");
	expect(librarySort(read("search=calm"))).toBe("relevance");
	expect(librarySort(read("search=calm&sort=name"))).toBe("name");
	expect(librarySort(read("search=%20&sort=relevance"))).toBe("trending");
});

test("an order is no filter; blanks are no search", () => {
	expect(narrowsLibrary(read("sort=name&search=%20"))).toBe(false);
	expect(narrowsLibrary(read("age=old"))).toBe(true);
	expect(libraryQuery(read("use_case=conversational&search=%20a%20"))).toMatchObject({
		search: "a",
		use_cases: "conversational",
		language: undefined,
	});
});

test("with another language the accent of the one before is forgotten", () => {
	const british = { ...noLibraryFilter, language: "en", accent: "british" };
	expect(withLanguage(british, "fr")).toMatchObject({ language: "fr", accent: "" });
	expect(withLanguage(british, "en")).toEqual(british);
});
