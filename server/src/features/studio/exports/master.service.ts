// Masters one chapter of an export and stores it.
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { AcxRule, MeasuredFile } from "@timbre/contract/studio/exports/export-schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { AcxReport } from "@timbre/engines/mastering/acx.ts";
import { isMp3 } from "@timbre/engines/mastering/export.ts";
import type { Loudness } from "@timbre/engines/mastering/loudness.ts";
import { type MasterFile, masterFile } from "@timbre/engines/mastering/master-file.ts";
import { createLimiter } from "@timbre/engines/workers/limiter.ts";
import type { ExportChapter } from "../../../core/json-columns/studio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { sampleRate } from "../snapshots/pcm.service.ts";
import { loadChapterAudio, withSamples } from "./chapter-audio.service.ts";
import type { ExportRow } from "./exports.repo.ts";
import { chapterFormat, roomDbOf, targetOf } from "./formats.ts";
import { folderOf, type StoredFile, storeFile, withFolder } from "./storage-files.service.ts";

/** A mastered chapter in the storage. Kept in workflow journals, so field names must not change. */
export type MasteredChapter = {
	chapterId: string;
	name: string;
	key: string;
	file: StoredFile;
	samples: number;
	seconds: number;
	offsetSeconds: number;
	measured: MeasuredFile;
};

/** Each uses a core. */
const limit = createLimiter(2);

export function masterChapter(
	services: { db: Database; storage: Storage },
	workspaceId: string,
	row: Pick<ExportRow, "id" | "project_id" | "format" | "settings">,
	{ chapter, index }: { chapter: ExportChapter; index: number },
	{ signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<MasteredChapter> {
	const format = chapterFormat(row.format, row.settings);
	const key = `${folderOf(workspaceId, row.project_id, row.id)}chapter-${index}`;
	return limit(() =>
		withFolder(row.id, async (folder) => {
			const audio = await loadChapterAudio(services, workspaceId, chapter.snapshot_id);
			const path = join(folder, "master");
			const master = await withSamples(services.storage, workspaceId, folder, audio, signal, (open) =>
				masterFile({
					open,
					sampleRate,
					target: targetOf(row.settings),
					format,
					path,
					roomDb: roomDbOf(row.format),
					signal,
					onProgress: (step, seconds) => onProgress(shareOf(step, seconds / Math.max(1, audio.seconds))),
				}),
			);
			const contentType = isMp3(format) ? "audio/mpeg" : "audio/wav";
			const file = await storeFile(services.storage, key, createReadStream(path), contentType);
			return {
				chapterId: chapter.chapter_id,
				name: chapter.name,
				key,
				file,
				samples: master.plan.samples,
				seconds: master.seconds,
				offsetSeconds: master.offsetSeconds,
				measured: measuredMaster(chapter.name, master, row.format !== "epub"),
			};
		}),
	);
}

/** Measuring may take several passes; how many is not known before. */
function shareOf(step: "measure" | "encode" | "check", done: number): number {
	const share = Math.min(1, done);
	if (step === "measure") return 0.4 * share;
	return step === "encode" ? 0.4 + 0.4 * share : 0.8 + 0.2 * share;
}

function measuredMaster(name: string, master: MasterFile, isForAcx: boolean): MeasuredFile {
	const { plan, acx, loudness, seconds, met } = master;
	const planned =
		plan.target.kind === "loudness" ? plan.expected : plan.target.kind === "none" ? plan.before.integratedLufs : null;
	return {
		name,
		seconds,
		loudness_lufs: loudness ? loudness.integratedLufs : planned,
		loudness_range_lu: loudness?.rangeLu ?? null,
		true_peak_db: loudness?.truePeakDb ?? null,
		target_met: met,
		...presentAcx(isForAcx ? acx : null),
	};
}

/** A file that was put together of several chapters, measured as it is. */
export function measuredWhole(
	name: string,
	{ seconds, acx, loudness, met }: { seconds: number; acx: AcxReport; loudness: Loudness; met: boolean },
): MeasuredFile {
	return {
		name,
		seconds,
		loudness_lufs: loudness.integratedLufs,
		loudness_range_lu: loudness.rangeLu,
		true_peak_db: loudness.truePeakDb,
		target_met: met,
		...presentAcx(acx),
	};
}

function presentAcx(report: AcxReport | null): Pick<MeasuredFile, "acx" | "acx_passed"> {
	if (!report) return { acx: [], acx_passed: null };
	const acx = report.rules.map(
		({ id, unit, value, min, max, met }): AcxRule => ({
			rule: id,
			unit,
			value,
			min: min ?? null,
			max: max ?? null,
			passed: met,
		}),
	);
	return { acx, acx_passed: report.met };
}
