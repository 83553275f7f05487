import { authEndpoints } from "./auth.ts";
import { developersEndpoints } from "./developers.ts";
import type { Endpoint } from "./endpoint.ts";
import { historyEndpoints } from "./history.ts";
import { marketingEndpoints } from "./marketing.ts";
import { modelsEndpoints } from "./models.ts";
import { notificationsEndpoints } from "./notifications.ts";
import { onboardingEndpoints } from "./onboarding.ts";
import { privacyEndpoints } from "./privacy.ts";
import { profilesEndpoints } from "./profiles.ts";
import { pronunciationEndpoints } from "./pronunciation.ts";
import { safetyEndpoints } from "./safety.ts";
import { speechEndpoints } from "./speech.ts";
import { usageEndpoints } from "./usage.ts";
import { voicesEndpoints } from "./voices.ts";
import { workspaceEndpoints } from "./workspace.ts";

/** All endpoints by area. The OpenAPI document and the structure test iterate over this list. */
export const endpointsByArea: Record<string, Record<string, Endpoint>> = {
	auth: authEndpoints,
	workspace: workspaceEndpoints,
	usage: usageEndpoints,
	history: historyEndpoints,
	notifications: notificationsEndpoints,
	developers: developersEndpoints,
	privacy: privacyEndpoints,
	models: modelsEndpoints,
	voices: voicesEndpoints,
	pronunciation: pronunciationEndpoints,
	speech: speechEndpoints,
	safety: safetyEndpoints,
	profiles: profilesEndpoints,
	marketing: marketingEndpoints,
	onboarding: onboardingEndpoints,
};
