import type { MisreadWord } from "@timbre/contract/speech.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { CheckAnswer } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { defineWorkflow } from "../../core/workflow.ts";
import { takeKey } from "./speech.plan.service.ts";
import { type Findings, findSpeechItem, finishCheck, type StoredUnit } from "./speech.repo.ts";

export type CheckServices = {
	db: Database;
	check(key: string, language: string, signal: AbortSignal): Promise<CheckAnswer>;
};

const longestMs = 120_000;

/** Listens to each sentence of a generation that was not listened to before, and notes what was misread. */
export const takeCheckWorkflow = defineWorkflow<
	{ workspaceId: string; historyItemId: string; run: string },
	CheckServices
>({
	name: "TakeCheck",
	input: z.object({ workspaceId: z.string(), historyItemId: z.string(), run: z.string() }),
	run: async (context, { workspaceId, historyItemId, run }, { db, check }) => {
		const waiting = await context.step("what to listen to", async () => {
			const item = await findSpeechItem(db, workspaceId, historyItemId);
			if (!item || item.checkRun !== run) return null;
			const known = Object.values(item.findings).map(({ hash }) => hash);
			const units = item.plan.units.map((unit, index) => ({ unit, index }));
			return {
				language: item.plan.language,
				findings: item.findings,
				units: units.filter(({ unit }) => !known.includes(unit.hash)),
			};
		});
		// Deleted meanwhile, or a later check has taken its place.
		if (!waiting) return;
		const findings: Findings = { ...waiting.findings };
		const transcribers = new Set<string>();
		let unsupported = false;
		let failed = 0;
		const results = await context.steps(
			waiting.units,
			2,
			({ index }) => `listen ${index}`,
			({ unit }) => check(takeKey(workspaceId, unit.hash), waiting.language, AbortSignal.timeout(longestMs)),
		);
		for (const [at, result] of results.entries()) {
			const waited = waiting.units[at];
			if (result.status === "rejected" || result.value.result === "missing" || !waited) failed++;
			else if (result.value.result === "unsupported") unsupported = true;
			else {
				const { verdict, words, checkedBy: by } = result.value.check;
				for (const transcriber of by.split("+")) transcribers.add(transcriber);
				findings[String(waited.index)] = {
					hash: waited.unit.hash,
					verdict,
					words: words.map((word) => inItem(word, waited.unit)),
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

/** From places in the sentence to places in the text that was sent, and in the whole sound. */
function inItem(
	word: Extract<CheckAnswer, { result: "checked" }>["check"]["words"][number],
	{ sentStart, sentEnd, from, text }: StoredUnit,
): MisreadWord {
	const plain = sentEnd - sentStart === text.length;
	return {
		// Markup inside a sentence shifts its places: then the whole sentence is marked.
		start: plain ? sentStart + word.start : sentStart,
		end: plain ? sentStart + word.end : sentEnd,
		expected: word.expected,
		heard: word.heard,
		kind: word.kind,
		start_seconds: from + word.startSeconds,
		end_seconds: from + word.endSeconds,
	};
}
