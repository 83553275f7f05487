// Chooses voices for characters: of their gender and the project's language, each a different one while there are enough.
import type { Database } from "@timbre/db/connect.ts";
import { listShippedVoices } from "../../voices/voices.public.ts";
import { findProject, lockProject } from "../projects/projects.repo.ts";
import { listCharacterRows, updateCharacterRow } from "./cast.repo.ts";
import { countLines } from "./lines.service.ts";

/** Characters with more lines choose first. Those who have a voice keep it. */
export async function assignVoices(db: Database, workspaceId: string, projectId: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		const project = await findProject(tx, workspaceId, projectId);
		if (!project) return;
		const characters = await listCharacterRows(tx, workspaceId, projectId);
		const lines = await countLines(tx, workspaceId, projectId);
		const language = project.language || "en";
		const voices = await listShippedVoices(tx, language);
		const uses = new Map<string, number>([[project.default_paragraph_voice_id, 1_000]]);
		for (const { voice_id } of characters) if (voice_id !== null) uses.set(voice_id, (uses.get(voice_id) ?? 0) + 1);
		const waiting = characters
			.filter(({ voice_id }) => voice_id === null)
			.toSorted((a, b) => (lines.get(b.id) ?? 0) - (lines.get(a.id) ?? 0));
		for (const { id, gender } of waiting) {
			const fitting = voices.filter((voice) => gender === null || voice.gender === null || voice.gender === gender);
			// The least used one; the list has the best first.
			const [voice] = (fitting.length > 0 ? fitting : voices).toSorted(
				(a, b) => (uses.get(a.id) ?? 0) - (uses.get(b.id) ?? 0),
			);
			if (!voice) return;
			uses.set(voice.id, (uses.get(voice.id) ?? 0) + 1);
			await updateCharacterRow(tx, workspaceId, id, { voice_id: voice.id });
		}
	});
}
