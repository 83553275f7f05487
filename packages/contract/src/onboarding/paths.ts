/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const onboardingPaths = {
	initiateChecklist: {
		id: "user_onboardingChecklist_initiate",
		method: "POST",
		path: "/v1/user/onboarding-checklist/initiate",
	},
	updateChecklist: {
		id: "user_onboardingChecklist_update",
		method: "POST",
		path: "/v1/user/onboarding-checklist/update",
	},
	hideChecklist: { id: "user_onboardingChecklist_hide", method: "POST", path: "/v1/user/onboarding-checklist/hide" },
	completeChecklist: {
		id: "user_onboardingChecklist_markComplete",
		method: "POST",
		path: "/v1/user/onboarding-checklist/mark-complete",
	},
	completeSurvey: { id: "user_onboardingSurvey_complete", method: "POST", path: "/v1/user/onboarding-survey-complete" },
	completeTour: { id: "user_onboardingTour_complete", method: "POST", path: "/v1/user/onboarding-tour-complete" },
} as const;
