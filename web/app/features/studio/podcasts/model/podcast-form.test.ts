import { expect, test } from "vitest";
import { podcastForm, podcastRequest } from "./podcast-form.ts";

const empty = { urls: "", text: "", scale: "default" as const, intro: "", outro: "", highlights: "", instructions: "" };
const problem = (fields: Partial<typeof empty>) =>
	podcastForm.safeParse({ ...empty, ...fields }).error?.issues[0]?.message;

test("a podcast needs a source", () => {
	expect(problem({})).toBe("Enter a URL here or a text below.");
	expect(problem({ text: "  \n " })).toBe("Enter a URL here or a text below.");
	expect(problem({ text: "The tide came in." })).toBeUndefined();
});

test("each line is a URL", () => {
	expect(problem({ urls: "https://example.com/a\n\n http://example.com/b " })).toBeUndefined();
	expect(problem({ urls: "https://example.com/a\nnonsense" })).toContain("nonsense");
	expect(problem({ urls: "ftp://example.com/a" })).toContain("no complete URL");
});

test("there are at most ten sources", () => {
	const ten = Array.from({ length: 10 }, (_, at) => `https://example.com/${at}`).join("\n");
	expect(problem({ urls: ten })).toBeUndefined();
	expect(problem({ urls: ten, text: "And a text." })).toBe("Use at most 10 sources, including the text.");
});

test("a request has all sources, and waits with the conversion", () => {
	const fields = podcastForm.parse({
		...empty,
		urls: "https://example.com/a",
		text: "b",
		highlights: "storm\n\nlight",
	});
	const voices = { modelId: "m", hostId: "h", guestId: "g" };
	expect(podcastRequest(fields, "conversation", voices)).toMatchObject({
		mode: { type: "conversation", conversation: { host_voice_id: "h", guest_voice_id: "g" } },
		source: [
			{ type: "url", url: "https://example.com/a" },
			{ type: "text", text: "b" },
		],
		highlights: ["storm", "light"],
		intro: null,
		auto_convert: false,
	});
	expect(podcastRequest(fields, "bulletin", voices).mode).toEqual({
		type: "bulletin",
		bulletin: { host_voice_id: "h" },
	});
});
