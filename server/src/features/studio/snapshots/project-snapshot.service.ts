import type { Db } from "@timbre/db/connect.ts";
import { findProject } from "../projects/projects.repo.ts";
import { insertProjectSnapshot, listNewestSnapshots } from "./snapshots.repo.ts";

/** Adds a snapshot of a project: the newest ones of its chapters. False if they have none. Call it in a transaction. */
export async function addProjectSnapshot(tx: Db, workspaceId: string, projectId: string, id: string): Promise<boolean> {
	const project = await findProject(tx, workspaceId, projectId);
	if (!project) return false;
	const newest = new Map(
		(await listNewestSnapshots(tx, workspaceId, [projectId])).map((snapshot) => [snapshot.chapter_id, snapshot]),
	);
	const chapters = project.chapter_ids.flatMap((chapterId) => newest.get(chapterId) ?? []);
	if (chapters.length === 0) return false;
	await insertProjectSnapshot(tx, workspaceId, {
		id,
		projectId,
		name: project.name,
		chapterSnapshotIds: chapters.map((chapter) => chapter.id),
		seconds: chapters.reduce((sum, { seconds }) => sum + seconds, 0),
	});
	return true;
}
