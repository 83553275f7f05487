import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import { type CatalogDeps, getVoice, listAccents, listVoices, searchVoices } from "./catalog.service.ts";

export function catalogRoutes(http: Http, deps: CatalogDeps): void {
	implement(http, voicesEndpoints.listVoices, (context, { query }) =>
		listVoices(deps, context, query.show_legacy ?? false),
	);
	implement(http, voicesEndpoints.searchVoices, (context, { query }) => searchVoices(deps, context, query));
	implement(http, voicesEndpoints.getVoice, (context, { params }) => getVoice(deps, context, params.voice_id));
	implement(http, voicesEndpoints.listAccents, (_context, { query }) => listAccents(deps, query));
}
