import { cloningEndpoints } from "./cloning.ts";
import { designEndpoints } from "./design.ts";
import { designJobEndpoints } from "./design-jobs.ts";
import { editingEndpoints } from "./editing.ts";

export const voiceMakingEndpoints = {
	...designEndpoints,
	...designJobEndpoints,
	...cloningEndpoints,
	...editingEndpoints,
};
