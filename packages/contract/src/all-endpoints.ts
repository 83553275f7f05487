import { developersEndpoints } from "./developers.ts";
import type { Endpoint } from "./endpoint.ts";
import { historyEndpoints } from "./history.ts";
import { modelsEndpoints } from "./models.ts";
import { pronunciationEndpoints } from "./pronunciation.ts";
import { speechEndpoints } from "./speech.ts";
import { usageEndpoints } from "./usage.ts";
import { voicesEndpoints } from "./voices.ts";

/** Every endpoint by area: the OpenAPI document and the structure test walk this list. */
export const endpointsByArea: Record<string, Record<string, Endpoint>> = {
	usage: usageEndpoints,
	history: historyEndpoints,
	developers: developersEndpoints,
	models: modelsEndpoints,
	voices: voicesEndpoints,
	pronunciation: pronunciationEndpoints,
	speech: speechEndpoints,
};
