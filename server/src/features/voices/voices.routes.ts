import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { catalogRoutes } from "./catalog/catalog.routes.ts";
import { collectionsRoutes } from "./collections/collections.routes.ts";
import { ownRoutes } from "./own/own.routes.ts";
import { getPreview } from "./shipped/shipped.service.ts";
import { listLibrary, listTryVoices } from "./shipped/try.service.ts";

export type VoicesDeps = { db: Database; storage: Storage; publicUrl: string };

export function voicesRoutes(http: Http, deps: VoicesDeps): void {
	const { db, storage, publicUrl } = deps;
	catalogRoutes(http, deps);
	ownRoutes(http, deps);
	collectionsRoutes(http, deps);
	implement(http, voicesEndpoints.getVoicePreview, (context, { params, query }) =>
		getPreview(db, storage, params.voice_id, query, context.range),
	);
	implement(http, voicesEndpoints.listTryVoices, (_context, { query }) => listTryVoices(db, publicUrl, query));
	implement(http, voicesEndpoints.listLibrary, (_context, { query }) => listLibrary(db, publicUrl, query));
}
