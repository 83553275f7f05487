import { profilesEndpoints } from "@timbre/contract/profiles.ts";
import { type Http, implement } from "../../core/http.ts";
import { changeProfile, type ProfilesDeps, readOwnProfile, readProfile } from "./profiles.service.ts";

export function profilesRoutes(http: Http, deps: ProfilesDeps): void {
	implement(http, profilesEndpoints.getProfile, (_context, { params }) => readProfile(deps, params.name));
	implement(http, profilesEndpoints.getOwnProfile, (context) => readOwnProfile(deps, context));
	implement(http, profilesEndpoints.updateOwnProfile, (context, { body }) => changeProfile(deps, context, body));
}
