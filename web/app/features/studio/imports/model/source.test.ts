import { expect, test } from "vitest";
import { fileProblem, urlForm } from "./source.ts";

test("a file that is empty or over 50 MB is rejected before it is sent", () => {
	expect(fileProblem({ name: "a.pdf", size: 50_000_000 })).toBeUndefined();
	expect(fileProblem({ name: "a.pdf", size: 50_000_001 })).toBe("a.pdf is over 50 MB. Split it into smaller files.");
	expect(fileProblem({ name: "a.pdf", size: 0 })).toBe("a.pdf is empty.");
});

test("a URL must be complete and on the web", () => {
	const message = (url: string) => urlForm.safeParse({ url }).error?.issues[0]?.message;
	expect(urlForm.parse({ url: " https://example.com/a.html " })).toEqual({ url: "https://example.com/a.html" });
	for (const url of ["", "example.com", "ftp://example.com/a", "https://", "javascript:alert(1)", "https://localhost"])
		expect(message(url), url).toBe("Enter a complete URL, such as https://example.com/story.html.");
	expect(message(`https://example.com/${"a".repeat(2_000)}`)).toBe("The URL can have at most 2,000 characters.");
});
