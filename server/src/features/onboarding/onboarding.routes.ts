import { onboardingEndpoints } from "@timbre/contract/onboarding/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import {
	completeChecklist,
	completeSurvey,
	completeTour,
	hideChecklist,
	initiateChecklist,
	updateChecklist,
} from "./onboarding.service.ts";

export function onboardingRoutes(http: Http, db: Database): void {
	implement(http, onboardingEndpoints.initiateChecklist, (context) => initiateChecklist(db, context));
	implement(http, onboardingEndpoints.updateChecklist, (context, { body }) =>
		updateChecklist(db, context, body.item_id),
	);
	implement(http, onboardingEndpoints.hideChecklist, (context) => hideChecklist(db, context));
	implement(http, onboardingEndpoints.completeChecklist, (context) => completeChecklist(db, context));
	implement(http, onboardingEndpoints.completeSurvey, async (context, { body }) => {
		await completeSurvey(db, context, body);
		return { status: "ok" as const };
	});
	implement(http, onboardingEndpoints.completeTour, async (context) => {
		await completeTour(db, context);
		return { status: "ok" as const };
	});
}
