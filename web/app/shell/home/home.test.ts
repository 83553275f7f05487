import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { expect, test } from "vitest";
import { listDrafts } from "../../features/speech/speech.drafts.public.ts";
import { suggestVoices } from "../../features/voices/voices.suggested.public.tsx";
import { greeting } from "./greeting.ts";

test("the greeting follows the local time and uses only the first name", () => {
	expect([4, 5, 11, 12, 17, 18, 23].map((hour) => greeting(hour, "Ada Example"))).toEqual([
		"Good evening, Ada",
		"Good morning, Ada",
		"Good morning, Ada",
		"Good afternoon, Ada",
		"Good afternoon, Ada",
		"Good evening, Ada",
		"Good evening, Ada",
	]);
	expect(greeting(9, "  ")).toBe("Good morning");
});

const voice = (id: string, language: string, labels: Record<string, string>, preview: string | null = "/p") =>
	({
		voice_id: id,
		name: id,
		language,
		labels,
		preview_url: preview,
		category: "premade",
		disabled: false,
		high_quality_base_model_ids: ["m"],
	}) as unknown as Voice;

test("suggests voices in the user's language first, better engines first, and varies them", () => {
	const voices = [
		voice("robot", "en-US", { tier: "basic", gender: "male" }),
		voice("fast", "en-US", { tier: "fast", gender: "female" }),
		voice("good", "en-US", { tier: "quality", gender: "female" }),
		voice("alike", "en-US", { tier: "quality", gender: "female" }),
		voice("british", "en-GB", { tier: "quality", gender: "male" }),
		voice("italian", "it-IT", { tier: "quality", gender: "female" }),
		voice("silent", "en-US", { tier: "quality", gender: "male" }, null),
		voice("used", "en-US", { tier: "quality", gender: "male" }),
	];
	const suggested = suggestVoices(voices, ["used"], ["en-AU", "en"]).map((one) => one.voice_id);
	expect(suggested.slice(0, 3)).toEqual(["good", "british", "robot"]);
	expect(suggested).toHaveLength(5);
	expect(suggested).not.toContain("silent");
	expect(suggested).not.toContain("used");
	expect(suggestVoices(voices, [], ["it"])[0]?.voice_id).toBe("italian");
});

test("lists unfinished drafts and skips empty ones", () => {
	const drafts: Record<string, string> = {
		"text-to-speech": "  ",
		"text-to-dialogue": JSON.stringify([
			{ voiceId: "a", text: "Hello." },
			{ voiceId: "b", text: "" },
			{ voiceId: "b", text: "Hello yourself." },
		]),
	};
	expect(listDrafts((name) => drafts[name] ?? "")).toEqual([
		expect.objectContaining({ title: "Dialogue", excerpt: "Hello. / Hello yourself." }),
	]);
	drafts["text-to-speech"] = "x".repeat(500);
	const [first] = listDrafts((name) => drafts[name] ?? "");
	expect(first).toMatchObject({ to: "/app/speech-synthesis/text-to-speech", characters: 500 });
	expect(first?.excerpt).toHaveLength(220);
});
