import type { Database } from "@timbre/db/connect.ts";
import { requireShipped } from "./voices.service.ts";

/** What is needed to speak with a voice. */
export type SpeakableVoice = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: "premade";
	language: string;
};

/** The voice, or `voice_not_found`. */
export async function getSpeakableVoice(db: Database, voiceId: string): Promise<SpeakableVoice> {
	const row = await requireShipped(db, voiceId);
	return {
		id: row.id,
		engine: row.engine,
		speaker: row.speaker,
		name: row.name,
		category: "premade",
		language: row.language,
	};
}
