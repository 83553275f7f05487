import { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { addMissingFunctions } from "./plain-http.ts";

type Page = Parameters<typeof addMissingFunctions>[0];

test("without https, random ids and copying work", async () => {
	const copied: string[] = [];
	const field = { value: "", style: {}, select: () => copied.push(field.value), remove() {} };
	const document = {
		activeElement: null,
		body: { append() {} },
		createElement: () => field,
		execCommand: () => true,
	};
	const getRandomValues = (bytes: Uint8Array) => webcrypto.getRandomValues(bytes);
	const page = { crypto: { getRandomValues }, navigator: {}, document } as unknown as Page;
	addMissingFunctions(page);
	const ids = new Set(Array.from({ length: 100 }, () => page.crypto.randomUUID?.()));
	expect(ids.size).toBe(100);
	for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	await page.navigator.clipboard?.writeText("voice id");
	expect(copied).toEqual(["voice id"]);
	document.execCommand = () => false;
	await expect(page.navigator.clipboard?.writeText("voice id")).rejects.toThrow("did not copy");
});

test("with https, the functions of the browser stay", () => {
	const randomUUID = () => "00000000-0000-4000-8000-000000000000" as const;
	const clipboard = { writeText: async () => {} };
	const page = { crypto: { randomUUID }, navigator: { clipboard }, document: {} } as unknown as Page;
	addMissingFunctions(page);
	expect(page.crypto.randomUUID).toBe(randomUUID);
	expect(page.navigator.clipboard).toBe(clipboard);
});
