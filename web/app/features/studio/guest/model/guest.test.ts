import { expect, test } from "vitest";
import { guestStorageName, packGuest, unpackGuest } from "./guest-identity.ts";
import { paragraphsOf } from "./paragraphs.ts";

test("a guest's name is kept in the browser, without the link", () => {
	const token = "abcdefghijklmnopqrstuvwxyz0123456789ABCD";
	expect(guestStorageName(token)).not.toContain(token);
	const packed = packGuest({ guest_key: "k", guest_id: "g", guest_name: "Nora" });
	expect(unpackGuest(packed)).toEqual({ key: "k", id: "g", name: "Nora" });
	for (const broken of ["", "null", "7", "{", '{"key":1}']) expect(unpackGuest(broken)).toBeNull();
});

test("sentences are shown in their paragraphs, with their position in the recording", () => {
	const sentence = (paragraph: number, text: string) => ({ paragraph, text, start_seconds: 0, end_seconds: 1 });
	const paragraphs = paragraphsOf([sentence(0, "One. "), sentence(0, "Two."), sentence(1, "Three.")]);
	expect(paragraphs.map((sentences) => sentences.map(({ at, text }) => [at, text]))).toEqual([
		[
			[0, "One. "],
			[1, "Two."],
		],
		[[2, "Three."]],
	]);
});
