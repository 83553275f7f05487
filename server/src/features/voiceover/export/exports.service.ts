// Exports: what stands in the way of one is said before it is queued.
import { AppError } from "@timbre/contract/errors.ts";
import { type ExportFormat, mp4Pictures } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover, VoiceoverJob, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { findClip } from "../clips/clips.repo.ts";
import { findActiveJob, insertJob } from "../jobs/jobs.repo.ts";
import { getJob } from "../jobs/jobs.service.ts";
import { requireVoiceover } from "../projects/access.service.ts";
import { touchVoiceover } from "../projects/voiceovers.repo.ts";
import { getVoiceover } from "../projects/voiceovers.service.ts";
import { isSpoken } from "../speech/plan.service.ts";
import type { VoiceoverCaller } from "../types.ts";

export const exportWorkflowName = "VoiceoverExport";

/** Containers whose picture can be copied to MP4. */
const mp4Containers = ["mov", "matroska", "flv"];

export async function createExport(
	db: Database,
	caller: VoiceoverCaller,
	voiceoverId: string,
	{ format, allow_problems: allowProblems }: { format: ExportFormat; allow_problems: boolean },
): Promise<VoiceoverJob> {
	const { workspaceId, userId, via, apiKeyId } = caller;
	await requireVoiceover(db, caller, voiceoverId, "edit");
	const voiceover = await getVoiceover(db, caller, voiceoverId);
	if (format === "mp4") await requirePicture(db, workspaceId, voiceover);
	if (voiceover.seconds === 0)
		throw new AppError("invalid_request", "There is nothing to export. Add a video, a line or a sound file first.");
	if ([voiceover.source, ...voiceover.sounds].some((clip) => clip?.state === "reading"))
		throw new AppError("conflict", "A file is still being read. Export again in a moment.");
	const problems = problemsOf(voiceover.lines);
	if (problems.length > 0 && !allowProblems)
		throw new AppError(
			"conflict",
			`${problems.join(" ")} Correct this, or export with allow_problems to leave it as it is.`,
		);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, voiceoverId);
		if (await findActiveJob(tx, workspaceId, voiceoverId, "export"))
			throw new AppError("conflict", "This voice-over is being exported already. Wait or cancel it first.");
		const starter = { userId, via, apiKeyId: apiKeyId ?? null };
		await insertJob(tx, workspaceId, { id, voiceoverId, ...starter, kind: "export", format, allowProblems });
		await addToOutbox(tx, GLOBAL, {
			target: exportWorkflowName,
			key: id,
			payload: { workspaceId, voiceoverId, jobId: id },
		});
	});
	return getJob(db, caller, { voiceover_id: voiceoverId, voiceover_job_id: id });
}

function problemsOf(lines: readonly VoiceoverLine[]): string[] {
	const heard = lines.filter((line) => isSpoken(line) && !line.muted);
	const count = (matches: (line: VoiceoverLine) => boolean, one: string, many: string) => {
		const { length } = heard.filter(matches);
		return length === 0 ? [] : [length === 1 ? `1 line ${one}.` : `${length} lines ${many}.`];
	};
	return [
		...count(({ state }) => state === "silent", "has no speech", "have no speech"),
		...count(
			({ state }) => state === "outdated",
			"was changed since it was spoken",
			"were changed since they were spoken",
		),
		...count(({ fit }) => fit?.state === "too_long", "is too long for its slot", "are too long for their slots"),
		...count(({ overlaps_ms }) => overlaps_ms > 0, "speaks over the next one", "speak over the next one"),
	];
}

async function requirePicture(db: Database, workspaceId: string, { voiceover_id, source }: Voiceover): Promise<void> {
	if (!source?.has_picture)
		throw new AppError("invalid_request", "There is no video to export. Add one, or export audio.", {
			param: "format",
		});
	const row = await findClip(db, workspaceId, voiceover_id, source.clip_id);
	const codec = source.picture_codec ?? "unknown";
	if ((mp4Pictures as readonly string[]).includes(codec) && mp4Containers.includes(row?.container ?? "")) return;
	throw new AppError(
		"invalid_request",
		`The picture of this video (${codec}) can't be stored in an MP4 file as it is. Export audio instead, or use an MP4 or MOV video.`,
		{ param: "format" },
	);
}
