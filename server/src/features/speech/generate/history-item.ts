import { contentType } from "@timbre/engines/media/formats.ts";
import type { Context } from "../../../core/http/context.ts";
import type { HistoryTake } from "../../history/history.public.ts";
import type { Settlement } from "../../usage/usage.public.ts";
import { presentUnsupportedRules } from "../alignment/alignment.present.ts";
import type { StoredPlan } from "../takes/types.ts";
import type { StoredFiles } from "./files.service.ts";
import type { Progress } from "./progress.ts";
import type { Generation } from "./types.ts";

/** The history item of what was delivered, which is less than the full text if the client disconnected. */
export function historyItem(
	context: Context,
	generation: Generation,
	progress: Progress,
	settlement: Settlement,
	files: StoredFiles,
) {
	const { voice, model, format, dialogue, text } = generation;
	const { delivered, timeline } = progress;
	const { alignmentKey } = files;
	return {
		id: generation.id,
		userId: context.userId,
		requestId: context.requestId,
		source: "TTS" as const,
		voiceId: voice.id,
		voiceName: voice.name,
		voiceCategory: voice.category,
		modelId: model.id,
		text: delivered.complete ? text : text.slice(0, progress.plan().toSourceOffset(delivered.end)),
		settings: generation.settings ?? {},
		outputFormat: format,
		contentType: contentType(format),
		audioKey: files.audioKey,
		audioBytes: files.bytes,
		durationSeconds: timeline.seconds(),
		peaks: delivered.peaks,
		charactersFrom: settlement.from,
		charactersTo: settlement.to,
		takes: historyTakes(progress),
		partial: !delivered.complete && generation.request !== undefined,
		...(alignmentKey ? { alignmentKey } : {}),
		...(dialogue ? { dialogue } : {}),
	};
}

function historyTakes({ plan, timeline, startedUnits }: Progress): HistoryTake[] {
	const { toSourceOffset } = plan();
	return startedUnits().map((unit, at) => {
		const { start, end } = timeline.unit(at);
		return {
			start: toSourceOffset(unit.start),
			end: toSourceOffset(unit.end),
			key: unit.take.key,
			seconds: end - start,
			cached: !unit.unpaid,
		};
	});
}

/** What a retake needs: regenerate one sentence and join it with the stored takes of the others. */
export function storedPlan({ voice, format }: Generation, progress: Progress): StoredPlan {
	const plan = progress.plan();
	return {
		voices: plan.voices,
		language: voice.language,
		format,
		unhonoured: presentUnsupportedRules(progress.unsupportedRules, plan),
		units: progress.startedUnits().map((unit, at) => {
			const { unpaid: _unpaid, paidCharacters: _paid, line: _line, rate: _rate, take: _take, ...stored } = unit;
			const { start, end } = progress.timeline.unit(at);
			return {
				...stored,
				sentStart: plan.toSourceOffset(unit.start),
				sentEnd: plan.toSourceOffset(unit.end),
				from: start,
				to: end,
				number: 1,
			};
		}),
	};
}
