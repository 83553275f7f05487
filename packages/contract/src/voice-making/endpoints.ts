import { cloningEndpoints } from "./cloning.ts";
import { consentLinkEndpoints } from "./consent-links.ts";
import { designEndpoints } from "./design.ts";
import { designJobEndpoints } from "./design-jobs.ts";
import { editingEndpoints } from "./editing.ts";

export const voiceMakingEndpoints = {
	...designEndpoints,
	...designJobEndpoints,
	...cloningEndpoints,
	...consentLinkEndpoints,
	...editingEndpoints,
};
