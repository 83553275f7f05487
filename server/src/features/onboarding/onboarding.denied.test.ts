import { onboardingEndpoints } from "@timbre/contract/onboarding.ts";
import { denied } from "../../testing/denied.ts";

denied(onboardingEndpoints.initiateChecklist);
denied(onboardingEndpoints.updateChecklist, { body: { item_id: "create_dub" } });
denied(onboardingEndpoints.hideChecklist);
denied(onboardingEndpoints.completeChecklist);
denied(onboardingEndpoints.completeSurvey, { body: {} });
denied(onboardingEndpoints.completeTour);
