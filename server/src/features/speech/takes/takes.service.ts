// The sentences of a finished generation and the results of their take check.
import { AppError } from "@timbre/contract/errors.ts";
import type { Takes } from "@timbre/contract/speech/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { findHistoryItem, getHistoryAlignments } from "../../history/history.public.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { getVoices, retakePrice } from "./price.service.ts";
import { findSpeechItem } from "./takes.repo.ts";

export async function getTakes(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	context: Context,
	id: string,
): Promise<Takes> {
	const { row, item } = await requireItem(db, context.workspaceId, id);
	const [alignments, voices] = await Promise.all([
		getHistoryAlignments(storage, row.alignment_key),
		// A generation can be listed after one of its voices was removed, but not retaken.
		getVoices(db, context, row).catch((error: unknown) => {
			if (error instanceof AppError) return null;
			throw error;
		}),
	]);
	return {
		history_item_id: id,
		text: row.text,
		check: item.checkState,
		check_error: item.checkError,
		checked_by: item.checkedBy,
		sentences: item.plan.units.map((unit, index) => {
			// Ignore a finding for an earlier take.
			const found = item.findings[String(index)];
			const finding = found?.hash === unit.hash ? found : undefined;
			return {
				index,
				start: unit.sentStart,
				end: unit.sentEnd,
				start_seconds: unit.from,
				end_seconds: unit.to,
				take: unit.number,
				retake_credits: voices && (retakePrice(item, index, voices) ?? null),
				verdict: finding?.verdict ?? null,
				misread: finding?.words ?? [],
			};
		}),
		alignment: alignments?.alignment ?? null,
		unhonoured_rules: item.plan.unhonoured,
	};
}

export async function requireItem(db: Database, workspaceId: string, id: string) {
	const [row, item] = await Promise.all([findHistoryItem(db, workspaceId, id), findSpeechItem(db, workspaceId, id)]);
	if (!row || !item) throw notFound();
	return { row, item };
}

export const notFound = () => new AppError("history_item_not_found", "This generation doesn't exist or has no takes.");
