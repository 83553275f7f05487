import { safetyEndpoints } from "@timbre/contract/safety/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { classifyAudio, dismissModerationWarning, type SafetyDeps } from "./safety.service.ts";

export function safetyRoutes(http: Http, deps: SafetyDeps): void {
	implement(http, safetyEndpoints.dismissModerationWarning, (context) => dismissModerationWarning(deps.db, context));
	implement(http, safetyEndpoints.classifyAudio, (context, { body }) => classifyAudio(deps, context, body));
}
