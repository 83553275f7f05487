import { accountEndpoints } from "./account/endpoints.ts";
import { authEndpoints } from "./auth/endpoints.ts";
import { developersEndpoints } from "./developers/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { historyEndpoints } from "./history/endpoints.ts";
import { isolatorEndpoints } from "./isolator/endpoints.ts";
import { marketingEndpoints } from "./marketing/endpoints.ts";
import { modelsEndpoints } from "./models/endpoints.ts";
import { notificationsEndpoints } from "./notifications/endpoints.ts";
import { onboardingEndpoints } from "./onboarding/endpoints.ts";
import { openaiEndpoints } from "./openai/endpoints.ts";
import { privacyEndpoints } from "./privacy/endpoints.ts";
import { profilesEndpoints } from "./profiles/endpoints.ts";
import { pronunciationEndpoints } from "./pronunciation/endpoints.ts";
import { safetyEndpoints } from "./safety/endpoints.ts";
import { speechEndpoints } from "./speech/endpoints.ts";
import { studioEndpoints } from "./studio/endpoints.ts";
import { transcriptionEndpoints } from "./transcription/endpoints.ts";
import { uploadsEndpoints } from "./uploads/endpoints.ts";
import { usageEndpoints } from "./usage/endpoints.ts";
import { voiceChangerEndpoints } from "./voice-changer/endpoints.ts";
import { voiceLibraryEndpoints } from "./voice-library/endpoints.ts";
import { voiceMakingEndpoints } from "./voice-making/endpoints.ts";
import { voiceoverEndpoints } from "./voiceover/endpoints.ts";
import { voicesEndpoints } from "./voices/endpoints.ts";
import { workspaceEndpoints } from "./workspace/endpoints.ts";

/** All endpoints by area. The OpenAPI document and the structure test iterate over this list. */
export const endpointsByArea: Record<string, Record<string, Endpoint>> = {
	account: accountEndpoints,
	auth: authEndpoints,
	workspace: workspaceEndpoints,
	usage: usageEndpoints,
	history: historyEndpoints,
	notifications: notificationsEndpoints,
	developers: developersEndpoints,
	privacy: privacyEndpoints,
	uploads: uploadsEndpoints,
	models: modelsEndpoints,
	voices: voicesEndpoints,
	"voice-library": voiceLibraryEndpoints,
	"voice-making": voiceMakingEndpoints,
	pronunciation: pronunciationEndpoints,
	speech: speechEndpoints,
	transcription: transcriptionEndpoints,
	openai: openaiEndpoints,
	isolator: isolatorEndpoints,
	safety: safetyEndpoints,
	profiles: profilesEndpoints,
	marketing: marketingEndpoints,
	onboarding: onboardingEndpoints,
	"voice-changer": voiceChangerEndpoints,
	studio: studioEndpoints,
	voiceover: voiceoverEndpoints,
};
