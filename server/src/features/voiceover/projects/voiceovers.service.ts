// Voice-overs: a script in slots on a timeline, beside a video and sound files.
// Invariant: a voice-over's ids work only within its workspace, and their number stays within the plan.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { maxProjects } from "@timbre/contract/studio/rules.ts";
import type { voiceoverEndpoints } from "@timbre/contract/voiceover/endpoints.ts";
import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { listClipRows } from "../clips/clips.repo.ts";
import { listJobRows } from "../jobs/jobs.repo.ts";
import { listLineRows } from "../lines/lines.repo.ts";
import type { VoiceoverCaller } from "../types.ts";
import { requireVoiceover } from "./access.service.ts";
import { presentItem, presentVoiceover } from "./voiceovers.present.ts";
import {
	countVoiceovers,
	deleteVoiceoverRow,
	insertVoiceover,
	listVoiceoverRows,
	touchVoiceover,
} from "./voiceovers.repo.ts";

const maxListedJobs = 10;

export async function listVoiceovers(
	db: Database,
	caller: VoiceoverCaller,
): Promise<ResponseOf<(typeof voiceoverEndpoints)["listVoiceovers"]>> {
	const rows = await listVoiceoverRows(db, caller.workspaceId);
	return { voiceovers: rows.map((row) => presentItem(row, caller)) };
}

export async function createVoiceover(
	db: Database,
	caller: VoiceoverCaller,
	{ name }: { name: string },
): Promise<Voiceover> {
	const { workspaceId, userId } = caller;
	const tier = await getTier(db, workspaceId);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		if ((await countVoiceovers(tx, workspaceId)) >= maxProjects[tier])
			throw new AppError(
				"project_limit_reached",
				`The ${plans[tier].label} plan includes ${maxProjects[tier]} voice-overs. Delete one or upgrade the plan.`,
			);
		await insertVoiceover(tx, workspaceId, { id, userId, name });
	});
	return getVoiceover(db, caller, id);
}

export async function getVoiceover(db: Database, caller: VoiceoverCaller, id: string): Promise<Voiceover> {
	const { workspaceId } = caller;
	const row = await requireVoiceover(db, caller, id, "read");
	return presentVoiceover(row, caller, {
		clips: await listClipRows(db, workspaceId, id),
		lines: await listLineRows(db, workspaceId, id),
		jobs: await listJobRows(db, workspaceId, id, maxListedJobs),
	});
}

export async function updateVoiceover(
	db: Database,
	caller: VoiceoverCaller,
	id: string,
	{ name }: { name: string },
): Promise<Voiceover> {
	await requireVoiceover(db, caller, id, "edit");
	await touchVoiceover(db, caller.workspaceId, id, { name });
	return getVoiceover(db, caller, id);
}

export async function deleteVoiceover(db: Database, caller: VoiceoverCaller, id: string): Promise<void> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, id, "delete");
	await db.transaction().execute(async (tx) => {
		await deleteVoiceoverRow(tx, workspaceId, id);
		await addToOutbox(tx, GLOBAL, { target: "VoiceoverPurge", key: id, payload: { workspaceId, voiceoverId: id } });
	});
}
