import { MutationObserver } from "@tanstack/react-query";
import { checklistItemIds } from "@timbre/contract/onboarding.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "../../lib/query-client.ts";
import { toaster } from "../../lib/toaster.ts";
import { userQuery } from "../usage/usage.public.tsx";
import { checklistItems, progressOf } from "./components/checklist-items.ts";
import { changeOptions } from "./onboarding.queries.ts";

test("ONBOARD-004 the items link to speech synthesis, speech-to-speech, voice library, voice lab, dubbing, affiliates and docs", () => {
	expect(Object.fromEntries(checklistItems.map((item) => [item.id, item.link.to]))).toEqual({
		generate_text_to_speech: "/app/speech-synthesis/text-to-speech",
		generate_speech_to_speech: "/app/speech-synthesis/speech-to-speech",
		add_voice_to_voice_lab: "/app/voice-library",
		design_voice: "/app/voice-lab",
		create_dub: "/app/dubbing",
		join_affiliate: "/affiliates",
		generate_api_key: "/api",
	});
});

test("progress counts what can be done today, and what was done all the same", () => {
	const with_ = (...done: string[]) =>
		progressOf({
			onboarding_checklist: {
				checklist_id: "c",
				hidden: false,
				items: checklistItemIds.map((id) => ({ onboarding_checklist_item_id: id, is_completed: done.includes(id) })),
			},
		});
	expect(with_()).toMatchObject({ done: 0, total: 4 });
	expect(with_("generate_api_key")).toMatchObject({ done: 1, total: 4 });
	expect(with_("generate_api_key", "create_dub")).toMatchObject({ done: 2, total: 5 });
	expect(progressOf({ onboarding_checklist: null })).toMatchObject({ done: 0, total: 4 });
});

test("ONBOARD-023 after an item is marked complete user data is out of date and asked for anew; a failure is told and leaves it", async () => {
	const queryClient = createQueryClient();
	queryClient.setQueryData<unknown>(userQuery.queryKey, { user_id: "u" });
	const outOfDate = () => queryClient.getQueryState(userQuery.queryKey)?.isInvalidated;
	const fail = () => Promise.reject(new Error("Not now."));
	const failing = new MutationObserver(queryClient, changeOptions(queryClient, fail, "It was not marked"));
	await expect(failing.mutate(undefined)).rejects.toThrow("Not now.");
	expect(outOfDate()).toBe(false);
	expect(toaster.current().at(-1)).toMatchObject({ title: "It was not marked", detail: "Not now." });
	const marked: string[] = [];
	const mark = async (itemId: string) => marked.push(itemId);
	await new MutationObserver(queryClient, changeOptions(queryClient, mark)).mutate("create_dub");
	expect(marked).toEqual(["create_dub"]);
	expect(outOfDate()).toBe(true);
});
