// Whether projects and chapters have audio, and what is being generated, for their lists.
import type { Db } from "@timbre/db/connect.ts";
import { listNewestProjectSnapshots, listNewestSnapshots } from "../snapshots/snapshots.repo.ts";
import {
	type ConversionChapterRow,
	type ConversionRow,
	listActiveConversions,
	listConversionChapters,
	listLatestFailures,
} from "./conversions.repo.ts";

type ChapterSnapshot = Awaited<ReturnType<typeof listNewestSnapshots>>[number];

export type ProjectAudio = {
	/** Conversions that have not ended, oldest first. */
	active: readonly ConversionRow[];
	/** Of those conversions. */
	chapters: readonly ConversionChapterRow[];
	/** The newest snapshot of each chapter. */
	snapshots: readonly ChapterSnapshot[];
	latestProjectSnapshotId: string | null;
	/** Chapters whose latest conversion failed. */
	failures: readonly { chapter_id: string; error: string | null }[];
};

export const noAudio: ProjectAudio = {
	active: [],
	chapters: [],
	snapshots: [],
	latestProjectSnapshotId: null,
	failures: [],
};

export async function loadProjectAudio(
	db: Db,
	workspaceId: string,
	projectIds: readonly string[],
): Promise<Map<string, ProjectAudio>> {
	if (projectIds.length === 0) return new Map();
	const active = await listActiveConversions(db, workspaceId, projectIds);
	const chapters = await listConversionChapters(
		db,
		workspaceId,
		active.map(({ id }) => id),
	);
	const snapshots = await listNewestSnapshots(db, workspaceId, projectIds);
	const whole = await listNewestProjectSnapshots(db, workspaceId, projectIds);
	const failures = await listLatestFailures(db, workspaceId, projectIds);
	return new Map(
		projectIds.map((id) => {
			const own = active.filter(({ project_id }) => project_id === id);
			return [
				id,
				{
					active: own,
					chapters: chapters.filter(({ conversion_id }) => own.some((one) => one.id === conversion_id)),
					snapshots: snapshots.filter(({ project_id }) => project_id === id),
					latestProjectSnapshotId: whole.find(({ project_id }) => project_id === id)?.id ?? null,
					failures: failures.filter(({ project_id }) => project_id === id),
				},
			];
		}),
	);
}

/** The chapters of the conversion that is running. */
export function convertingChapters({ active, chapters }: ProjectAudio): ConversionChapterRow[] {
	const running = active.find(({ state }) => state === "running");
	if (!running || running.block_id !== null) return [];
	return chapters.filter(({ conversion_id, state }) => conversion_id === running.id && state !== "done");
}
