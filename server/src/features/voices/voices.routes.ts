import { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { readPreview, readPreviewProgress, readTryVoices, readVoice, readVoices } from "./voices.service.ts";

export type VoicesDeps = { db: Database; storage: Storage; publicUrl: string; modelOf: (engine: string) => string };

export function voicesRoutes(http: Http, { db, storage, publicUrl, modelOf }: VoicesDeps): void {
	implement(http, voicesEndpoints.listVoices, () => readVoices(db, modelOf, publicUrl));
	implement(http, voicesEndpoints.getPreviewProgress, () => readPreviewProgress(db));
	implement(http, voicesEndpoints.getVoice, (_context, { params }) =>
		readVoice(db, params.voice_id, modelOf, publicUrl),
	);
	implement(http, voicesEndpoints.getVoicePreview, (context, { params }) =>
		readPreview(db, storage, params.voice_id, context.range),
	);
	implement(http, voicesEndpoints.listTryVoices, () => readTryVoices(db));
}
