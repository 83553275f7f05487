import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import type { Storage } from "../../core/storage.ts";
import { listLibrary, listTryVoices } from "./voices.library.service.ts";
import { ownRoutes } from "./voices.own.routes.ts";
import type { AddRecordings } from "./voices.own.service.ts";
import type { ModelNames } from "./voices.present.ts";
import { getPreview, getPreviewProgress } from "./voices.service.ts";

export type VoicesDeps = {
	db: Database;
	storage: Storage;
	publicUrl: string;
	models: ModelNames;
	addRecordings: AddRecordings;
};

export function voicesRoutes(http: Http, { db, storage, publicUrl, models, addRecordings }: VoicesDeps): void {
	const modelOf = (engine: string) => models(engine).id;
	ownRoutes(http, { db, storage, publicUrl, modelOf, addRecordings });
	implement(http, voicesEndpoints.getPreviewProgress, () => getPreviewProgress(db));
	implement(http, voicesEndpoints.getVoicePreview, (context, { params, query }) =>
		getPreview(db, storage, params.voice_id, query, context.range),
	);
	implement(http, voicesEndpoints.listTryVoices, (_context, { query }) => listTryVoices(db, models, publicUrl, query));
	implement(http, voicesEndpoints.listLibrary, (_context, { query }) => listLibrary(db, models, publicUrl, query));
}
