import { AppError } from "@timbre/contract/errors.ts";
import { createTimeline, type Timeline } from "@timbre/engines/alignment/times/timeline.ts";
import type { SpeechUnit } from "@timbre/engines/node/protocol.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { DiskBackedBuffer } from "../../../core/storage/disk-backed-buffer.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { takeKey } from "../plan/take-hash.ts";
import type { StoredPlan, StoredUnit } from "./types.ts";

export type RebuiltAudio = { plan: StoredPlan; buffer: DiskBackedBuffer; timeline: Timeline; peaks: Uint8Array };

/** Renders the full audio again: the sentence at `index` is regenerated, the others come from their takes. The caller closes the buffer. */
export async function rebuildAudio(
	{ speech, createBuffer }: SpeechDeps,
	workspaceId: string,
	plan: StoredPlan,
	index: number,
	signal: AbortSignal,
): Promise<RebuiltAudio> {
	const request = {
		voices: plan.voices,
		units: plan.units.map((unit, at) => nodeUnit(workspaceId, unit, at !== index)),
		format: plan.format,
		timing: "known",
		priority: "interactive",
	} as const;
	const buffer = createBuffer();
	const timeline = createTimeline();
	let peaks = new Uint8Array();
	try {
		for await (const event of speech.speak(request, signal)) {
			if (event.type === "audio") await buffer.push(event.bytes);
			else if (event.type === "timing") timeline.addTimes(event);
			else if (event.type === "segment") timeline.addSegment(event.unit, event.seconds);
			else if (event.type === "end") peaks = Uint8Array.from(event.peaks);
		}
	} catch (error) {
		await buffer.close();
		throw signal.reason instanceof AppError ? signal.reason : speechError(error);
	}
	const units = plan.units.map((unit, at) => {
		const { start, end } = timeline.unit(at);
		return { ...unit, from: start, to: end };
	});
	return { plan: { ...plan, units }, buffer, timeline, peaks };
}

function nodeUnit(workspaceId: string, unit: StoredUnit, stored: boolean): SpeechUnit {
	const { hash, sentStart: _start, sentEnd: _end, from: _from, to: _to, number: _number, ...rest } = unit;
	return { ...rest, take: { key: takeKey(workspaceId, hash), stored } };
}
