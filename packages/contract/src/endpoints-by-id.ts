// The types of each endpoint by its id, for clients that load only paths.

import type { accountEndpoints } from "./account/endpoints.ts";
import type { accountPaths } from "./account/paths.ts";
import type { authEndpoints } from "./auth/endpoints.ts";
import type { authPaths } from "./auth/paths.ts";
import type { developersEndpoints } from "./developers/endpoints.ts";
import type { developersPaths } from "./developers/paths.ts";
import type { historyEndpoints } from "./history/endpoints.ts";
import type { historyPaths } from "./history/paths.ts";
import type { isolatorEndpoints } from "./isolator/endpoints.ts";
import type { isolatorPaths } from "./isolator/paths.ts";
import type { marketingEndpoints } from "./marketing/endpoints.ts";
import type { marketingPaths } from "./marketing/paths.ts";
import type { modelsEndpoints } from "./models/endpoints.ts";
import type { modelsPaths } from "./models/paths.ts";
import type { notificationsEndpoints } from "./notifications/endpoints.ts";
import type { notificationsPaths } from "./notifications/paths.ts";
import type { onboardingEndpoints } from "./onboarding/endpoints.ts";
import type { onboardingPaths } from "./onboarding/paths.ts";
import type { openaiEndpoints } from "./openai/endpoints.ts";
import type { openaiPaths } from "./openai/paths.ts";
import type { privacyEndpoints } from "./privacy/endpoints.ts";
import type { privacyPaths } from "./privacy/paths.ts";
import type { profilesEndpoints } from "./profiles/endpoints.ts";
import type { profilesPaths } from "./profiles/paths.ts";
import type { pronunciationEndpoints } from "./pronunciation/endpoints.ts";
import type { pronunciationPaths } from "./pronunciation/paths.ts";
import type { safetyEndpoints } from "./safety/endpoints.ts";
import type { safetyPaths } from "./safety/paths.ts";
import type { speechEndpoints } from "./speech/endpoints.ts";
import type { speechPaths } from "./speech/paths.ts";
import type { studioEndpoints } from "./studio/endpoints.ts";
import type { studioPaths } from "./studio/paths.ts";
import type { transcriptionEndpoints } from "./transcription/endpoints.ts";
import type { transcriptionPaths } from "./transcription/paths.ts";
import type { uploadsEndpoints } from "./uploads/endpoints.ts";
import type { uploadsPaths } from "./uploads/paths.ts";
import type { usageEndpoints } from "./usage/endpoints.ts";
import type { usagePaths } from "./usage/paths.ts";
import type { voiceChangerEndpoints } from "./voice-changer/endpoints.ts";
import type { voiceChangerPaths } from "./voice-changer/paths.ts";
import type { voiceLibraryEndpoints } from "./voice-library/endpoints.ts";
import type { voiceLibraryPaths } from "./voice-library/paths.ts";
import type { voiceMakingEndpoints } from "./voice-making/endpoints.ts";
import type { voiceMakingPaths } from "./voice-making/paths.ts";
import type { voiceoverEndpoints } from "./voiceover/endpoints.ts";
import type { voiceoverPaths } from "./voiceover/paths.ts";
import type { voicesEndpoints } from "./voices/endpoints.ts";
import type { voicesPaths } from "./voices/paths.ts";
import type { workspaceEndpoints } from "./workspace/endpoints.ts";
import type { workspacePaths } from "./workspace/paths.ts";

export type EndpointPath = { readonly id: string; readonly method: string; readonly path: string };

type ById<Paths extends Record<string, EndpointPath>, Endpoints> = {
	[Name in keyof Paths & keyof Endpoints as Paths[Name]["id"]]: Endpoints[Name];
};

type EndpointsById = ById<typeof voiceChangerPaths, typeof voiceChangerEndpoints> &
	ById<typeof accountPaths, typeof accountEndpoints> &
	ById<typeof authPaths, typeof authEndpoints> &
	ById<typeof developersPaths, typeof developersEndpoints> &
	ById<typeof historyPaths, typeof historyEndpoints> &
	ById<typeof isolatorPaths, typeof isolatorEndpoints> &
	ById<typeof marketingPaths, typeof marketingEndpoints> &
	ById<typeof modelsPaths, typeof modelsEndpoints> &
	ById<typeof notificationsPaths, typeof notificationsEndpoints> &
	ById<typeof onboardingPaths, typeof onboardingEndpoints> &
	ById<typeof openaiPaths, typeof openaiEndpoints> &
	ById<typeof privacyPaths, typeof privacyEndpoints> &
	ById<typeof profilesPaths, typeof profilesEndpoints> &
	ById<typeof pronunciationPaths, typeof pronunciationEndpoints> &
	ById<typeof safetyPaths, typeof safetyEndpoints> &
	ById<typeof speechPaths, typeof speechEndpoints> &
	ById<typeof studioPaths, typeof studioEndpoints> &
	ById<typeof transcriptionPaths, typeof transcriptionEndpoints> &
	ById<typeof uploadsPaths, typeof uploadsEndpoints> &
	ById<typeof usagePaths, typeof usageEndpoints> &
	ById<typeof voiceLibraryPaths, typeof voiceLibraryEndpoints> &
	ById<typeof voiceMakingPaths, typeof voiceMakingEndpoints> &
	ById<typeof voicesPaths, typeof voicesEndpoints> &
	ById<typeof voiceoverPaths, typeof voiceoverEndpoints> &
	ById<typeof workspacePaths, typeof workspaceEndpoints>;

/** The endpoint at a path. */
export type EndpointAt<Path extends EndpointPath> = Path["id"] extends keyof EndpointsById
	? EndpointsById[Path["id"]]
	: never;
