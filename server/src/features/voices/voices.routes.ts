import { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { readLibrary, readTryVoices } from "./voices.library.service.ts";
import type { ModelNames } from "./voices.present.ts";
import { readPreview, readPreviewProgress, readVoice, readVoices } from "./voices.service.ts";

export type VoicesDeps = { db: Database; storage: Storage; publicUrl: string; models: ModelNames };

export function voicesRoutes(http: Http, { db, storage, publicUrl, models }: VoicesDeps): void {
	const modelOf = (engine: string) => models(engine).id;
	implement(http, voicesEndpoints.listVoices, () => readVoices(db, modelOf, publicUrl));
	implement(http, voicesEndpoints.getPreviewProgress, () => readPreviewProgress(db));
	implement(http, voicesEndpoints.getVoice, (_context, { params }) =>
		readVoice(db, params.voice_id, modelOf, publicUrl),
	);
	implement(http, voicesEndpoints.getVoicePreview, (context, { params }) =>
		readPreview(db, storage, params.voice_id, context.range),
	);
	implement(http, voicesEndpoints.listTryVoices, (_context, { query }) => readTryVoices(db, models, publicUrl, query));
	implement(http, voicesEndpoints.listLibrary, (_context, { query }) => readLibrary(db, models, publicUrl, query));
}
