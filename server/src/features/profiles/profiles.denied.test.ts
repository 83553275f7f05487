import { profilesEndpoints } from "@timbre/contract/profiles.ts";
import { denied } from "../../testing/denied.ts";

// A page is the caller's own: there is no id of another's to ask for.
denied(profilesEndpoints.getOwnProfile);
denied(profilesEndpoints.updateOwnProfile, { body: { public: false } });
