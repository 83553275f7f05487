import { AppError } from "@timbre/contract/errors.ts";
import type { SubtitleFormat } from "@timbre/contract/history/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { itemFileName } from "./history.present.ts";
import { findItem } from "./history.repo.ts";
import { getAlignments, itemNotFound } from "./history.service.ts";
import { writeSubtitles } from "./subtitles.ts";

const contentTypes: Record<SubtitleFormat, string> = { srt: "application/x-subrip", vtt: "text/vtt" };

export async function getSubtitles(
	db: Database,
	workspaceId: string,
	id: string,
	format: SubtitleFormat,
	storage: Storage,
): Promise<AudioResponse> {
	const row = await findItem(db, workspaceId, id);
	if (!row) throw itemNotFound();
	const alignments = await getAlignments(storage, row.alignment_key);
	if (!alignments)
		throw new AppError("conflict", "This generation has no timestamps. Generate it again to get subtitles.");
	const name = itemFileName(row, row.output_format).replace(/\.\w+$/, `.${format}`);
	const bytes = Buffer.from(writeSubtitles(alignments.alignment, format), "utf8");
	return {
		contentType: `${contentTypes[format]}; charset=utf-8`,
		body: (async function* () {
			yield bytes;
		})(),
		headers: { "content-disposition": `attachment; filename="${name.replaceAll(/[^\w. -]/g, "_")}"` },
	};
}
