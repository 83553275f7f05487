import type { MisreadWord } from "@timbre/contract/speech/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { placeWord } from "@timbre/engines/alignment/times/sentence-words.ts";
import type { CheckResponse } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { defineWorkflow, type WorkflowContext } from "../../../core/workflow.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { takeKey } from "../plan/take-hash.ts";
import { findSpeechItem, finishCheck } from "./takes.repo.ts";
import type { Findings, StoredUnit } from "./types.ts";

export type CheckServices = {
	db: Database;
	check(key: string, language: string, signal: AbortSignal): Promise<CheckResponse>;
};

const checkTimeoutMs = 120_000;

type CheckJob = { workspaceId: string; historyItemId: string; run: string };
type CheckResult = Parameters<typeof finishCheck>[4];
type Pending = { language: string; findings: Findings; units: { unit: StoredUnit; index: number }[] };

/** Transcribes each sentence that was not checked before and stores which words were misread. */
export const takeCheckWorkflow = defineWorkflow<CheckJob, CheckServices>({
	name: "TakeCheck",
	input: z.object({ workspaceId: z.string(), historyItemId: z.string(), run: z.string() }),
	run: async (context, job, services) => {
		const { workspaceId, historyItemId, run } = job;
		const finish = (name: string, result: CheckResult) =>
			context.outcome(name, () => finishCheck(services.db, workspaceId, historyItemId, run, result));
		let pending: Pending | null = null;
		try {
			pending = await context.step("what to listen to", () => findPending(services, job));
			// The item was deleted, or a later check replaced this one.
			if (!pending) return;
			await finish("note it", await checkSentences(context, job, services, pending));
		} catch (error) {
			const findings = pending?.findings ?? {};
			await finish("give up", { state: "failed", error: reasonFor(error, unexpected), checkedBy: null, findings });
		}
	},
});

const unexpected = "Something went wrong. Try again.";

async function findPending(
	{ db }: CheckServices,
	{ workspaceId, historyItemId, run }: CheckJob,
): Promise<Pending | null> {
	const item = await findSpeechItem(db, workspaceId, historyItemId);
	if (!item || item.checkRun !== run) return null;
	const checked = Object.values(item.findings).map(({ hash }) => hash);
	const units = item.plan.units.map((unit, index) => ({ unit, index }));
	return {
		language: item.plan.language,
		findings: item.findings,
		units: units.filter(({ unit }) => !checked.includes(unit.hash)),
	};
}

async function checkSentences(
	context: WorkflowContext,
	{ workspaceId }: CheckJob,
	{ check }: CheckServices,
	{ language, units, findings: earlier }: Pending,
): Promise<CheckResult> {
	const findings: Findings = { ...earlier };
	const transcribers = new Set<string>();
	const failures: string[] = [];
	let unsupported = false;
	const results = await context.steps(
		units,
		2,
		({ index }) => `listen ${index}`,
		({ unit }) => check(takeKey(workspaceId, unit.hash), language, AbortSignal.timeout(checkTimeoutMs)),
	);
	for (const [at, result] of results.entries()) {
		const sentence = units[at];
		if (result.status === "rejected") failures.push(reasonFor(result.reason, unexpected));
		else if (result.value.result === "missing") failures.push("The audio of a sentence is no longer stored.");
		else if (result.value.result === "unsupported") unsupported = true;
		else if (sentence) {
			const { verdict, words, checkedBy: by } = result.value.check;
			for (const transcriber of by.split("+")) transcribers.add(transcriber);
			findings[String(sentence.index)] = {
				hash: sentence.unit.hash,
				verdict,
				words: words.map((word) => toItemWord(word, sentence.unit)),
			};
		}
	}
	const state = unsupported ? "unsupported" : failures.length > 0 ? "failed" : "done";
	const error = state === "failed" ? (failures[0] ?? null) : null;
	return { state, error, checkedBy: [...transcribers].join("+") || null, findings };
}

/** Converts offsets in a sentence to offsets in the text the caller sent, and times to times in the item's audio. */
function toItemWord(
	word: Extract<CheckResponse, { result: "checked" }>["check"]["words"][number],
	{ sentStart, sentEnd, from, text }: StoredUnit,
): MisreadWord {
	const placed = placeWord(word, { text, start: sentStart, end: sentEnd, startSeconds: from });
	return {
		start: placed.start,
		end: placed.end,
		expected: word.expected,
		heard: word.heard,
		kind: word.kind,
		start_seconds: placed.startSeconds,
		end_seconds: placed.endSeconds,
	};
}
