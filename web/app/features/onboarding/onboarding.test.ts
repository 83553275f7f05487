import { MutationObserver } from "@tanstack/react-query";
import { checklistItemIds, plannedItemIds } from "@timbre/contract/onboarding/rules.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { userQuery } from "../usage/usage.public.ts";
import { availableItems, plannedItems, progressOf } from "./model/checklist-items.ts";
import { createCompletionWatch } from "./model/completions.ts";
import { mutationOptions } from "./onboarding.queries.ts";

test("ONBOARD-004 the checklist links to speech synthesis, speech-to-speech, voice library, voice lab, dubbing, affiliates and docs", () => {
	expect(Object.fromEntries([...availableItems, ...plannedItems].map((item) => [item.id, item.link.to]))).toEqual({
		generate_text_to_speech: "/app/speech-synthesis/text-to-speech",
		generate_speech_to_speech: "/app/speech-synthesis/speech-to-speech",
		add_voice_to_voice_lab: "/app/voice-library",
		design_voice: "/app/voice-lab",
		create_dub: "/app/dubbing",
		join_affiliate: "/affiliates",
		generate_api_key: "/api",
	});
});

test("offers and counts only items that can be done", () => {
	expect(plannedItems.map(({ id }) => id)).toEqual(plannedItemIds);
	const progressWith = (...done: string[]) =>
		progressOf({
			onboarding_checklist: {
				checklist_id: "c",
				hidden: false,
				items: checklistItemIds.map((id) => ({ onboarding_checklist_item_id: id, is_completed: done.includes(id) })),
			},
		});
	expect(progressWith()).toMatchObject({ done: 0, total: 5 });
	expect(progressWith("generate_api_key")).toMatchObject({ done: 1, total: 5 });
	expect(progressWith("generate_api_key", "create_dub")).toMatchObject({ done: 1, total: 5 });
	expect(progressOf({ onboarding_checklist: null })).toMatchObject({ done: 0, total: 5 });
});

test("ONBOARD-023 marking an item complete refreshes user data; a failure is reported and changes nothing", async () => {
	const queryClient = createQueryClient();
	queryClient.setQueryData<unknown>(userQuery.queryKey, { user_id: "u" });
	const isStale = () => queryClient.getQueryState(userQuery.queryKey)?.isInvalidated;
	const fail = () => Promise.reject(new Error("Not now."));
	const failing = new MutationObserver(queryClient, mutationOptions(queryClient, fail, "Couldn't mark it"));
	await expect(failing.mutate(undefined)).rejects.toThrow("Not now.");
	expect(isStale()).toBe(false);
	expect(toaster.current().at(-1)).toMatchObject({ title: "Couldn't mark it", detail: "Not now." });
	const marked: string[] = [];
	const mark = async (itemId: string) => marked.push(itemId);
	await new MutationObserver(queryClient, mutationOptions(queryClient, mark)).mutate("create_dub");
	expect(marked).toEqual(["create_dub"]);
	expect(isStale()).toBe(true);
});

test("ONBOARD-017 ONBOARD-026 reports an item once, when it turns from open to complete", () => {
	const newCompletions = createCompletionWatch();
	const user = (user_id: string, ...done: string[]) => ({
		user_id,
		onboarding_checklist: {
			checklist_id: "c",
			hidden: false,
			items: checklistItemIds.map((id) => ({ onboarding_checklist_item_id: id, is_completed: done.includes(id) })),
		},
	});
	expect(newCompletions(user("a", "design_voice")), "complete before the page was opened").toEqual([]);
	expect(newCompletions(user("a", "design_voice", "generate_api_key"))).toEqual(["generate_api_key"]);
	expect(newCompletions(user("a", "design_voice", "generate_api_key"))).toEqual([]);
	expect(newCompletions(user("b", "create_dub")), "another user").toEqual([]);
	expect(newCompletions({ user_id: "c", onboarding_checklist: null }), "not started").toEqual([]);
	expect(newCompletions(user("c", "create_dub")), "first item starts the checklist").toEqual(["create_dub"]);
});
