import { modelsEndpoints } from "@timbre/contract/models.ts";
import { type Http, implement } from "../../core/http.ts";
import { readModels } from "./models.service.ts";

export function modelsRoutes(http: Http, engines: readonly string[], remoteVoices: readonly string[]): void {
	implement(http, modelsEndpoints.listModels, async () => readModels(engines, remoteVoices));
}
