import { profilesEndpoints } from "@timbre/contract/profiles/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { getOwnProfile, getProfile, type ProfilesDeps, updateProfile } from "./profiles.service.ts";

export function profilesRoutes(http: Http, deps: ProfilesDeps): void {
	implement(http, profilesEndpoints.getProfile, (_context, { params }) => getProfile(deps, params.name));
	implement(http, profilesEndpoints.getOwnProfile, (context) => getOwnProfile(deps, context));
	implement(http, profilesEndpoints.updateOwnProfile, (context, { body }) => updateProfile(deps, context, body));
}
