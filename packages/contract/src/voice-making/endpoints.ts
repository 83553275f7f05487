import { cloningEndpoints } from "./cloning.ts";
import { designEndpoints } from "./design.ts";
import { editingEndpoints } from "./editing.ts";

export const voiceMakingEndpoints = { ...designEndpoints, ...cloningEndpoints, ...editingEndpoints };
