import type { MisreadWord } from "@timbre/contract/speech.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { CheckResponse } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { defineWorkflow } from "../../core/workflow.ts";
import { takeKey } from "./speech.plan.service.ts";
import { type Findings, findSpeechItem, finishCheck, type StoredUnit } from "./speech.repo.ts";

export type CheckServices = {
	db: Database;
	check(key: string, language: string, signal: AbortSignal): Promise<CheckResponse>;
};

const checkTimeoutMs = 120_000;

/** Transcribes each sentence that was not checked before and stores which words were misread. */
export const takeCheckWorkflow = defineWorkflow<
	{ workspaceId: string; historyItemId: string; run: string },
	CheckServices
>({
	name: "TakeCheck",
	input: z.object({ workspaceId: z.string(), historyItemId: z.string(), run: z.string() }),
	run: async (context, { workspaceId, historyItemId, run }, { db, check }) => {
		const pending = await context.step("what to listen to", async () => {
			const item = await findSpeechItem(db, workspaceId, historyItemId);
			if (!item || item.checkRun !== run) return null;
			const checked = Object.values(item.findings).map(({ hash }) => hash);
			const units = item.plan.units.map((unit, index) => ({ unit, index }));
			return {
				language: item.plan.language,
				findings: item.findings,
				units: units.filter(({ unit }) => !checked.includes(unit.hash)),
			};
		});
		// The item was deleted, or a later check replaced this one.
		if (!pending) return;
		const findings: Findings = { ...pending.findings };
		const transcribers = new Set<string>();
		let unsupported = false;
		let failed = 0;
		const results = await context.steps(
			pending.units,
			2,
			({ index }) => `listen ${index}`,
			({ unit }) => check(takeKey(workspaceId, unit.hash), pending.language, AbortSignal.timeout(checkTimeoutMs)),
		);
		for (const [at, result] of results.entries()) {
			const sentence = pending.units[at];
			if (result.status === "rejected" || result.value.result === "missing" || !sentence) failed++;
			else if (result.value.result === "unsupported") unsupported = true;
			else {
				const { verdict, words, checkedBy: by } = result.value.check;
				for (const transcriber of by.split("+")) transcribers.add(transcriber);
				findings[String(sentence.index)] = {
					hash: sentence.unit.hash,
					verdict,
					words: words.map((word) => toItemOffsets(word, sentence.unit)),
				};
			}
		}
		const state = unsupported ? "unsupported" : failed > 0 ? "failed" : "done";
		const checkedBy = [...transcribers].join("+") || null;
		await context.step("note it", () =>
			finishCheck(db, workspaceId, historyItemId, run, { state, checkedBy, findings }),
		);
	},
});

/** Converts offsets in a sentence to offsets in the text the caller sent, and times to times in the item's audio. */
function toItemOffsets(
	word: Extract<CheckResponse, { result: "checked" }>["check"]["words"][number],
	{ sentStart, sentEnd, from, text }: StoredUnit,
): MisreadWord {
	const plain = sentEnd - sentStart === text.length;
	return {
		// Markup inside a sentence shifts its offsets, so report the full sentence instead.
		start: plain ? sentStart + word.start : sentStart,
		end: plain ? sentStart + word.end : sentEnd,
		expected: word.expected,
		heard: word.heard,
		kind: word.kind,
		start_seconds: from + word.startSeconds,
		end_seconds: from + word.endSeconds,
	};
}
