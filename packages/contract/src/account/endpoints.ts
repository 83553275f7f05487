import { resourceEndpoints } from "./resources.ts";
import { teamEndpoints } from "./team.ts";
import { userEndpoints } from "./user.ts";

export const accountEndpoints = { ...userEndpoints, ...teamEndpoints, ...resourceEndpoints };
