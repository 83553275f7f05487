import { modelsEndpoints } from "@timbre/contract/models/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { listLanguages, listModels, type ModelsDeps } from "./models.service.ts";

export function modelsRoutes(http: Http, deps: ModelsDeps): void {
	implement(http, modelsEndpoints.listModels, () => listModels(deps));
	implement(http, modelsEndpoints.listLanguages, async () => listLanguages());
}
