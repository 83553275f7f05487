import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChecklistItemId, SurveyBody } from "@timbre/contract/onboarding/endpoints.ts";
import { onboardingPaths } from "@timbre/contract/onboarding/paths.ts";
import { useEffect, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { messageOf } from "../../lib/api/api-error.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { track } from "../../lib/page/track.ts";
import { subscriptionQuery, userQuery } from "../usage/usage.public.ts";
import { availableItems, progressOf } from "./model/checklist-items.ts";
import { createCompletionWatch } from "./model/completions.ts";

/** Runs the mutation, then refetches the user so the page shows the stored state. */
export function mutationOptions<Input>(
	queryClient: QueryClient,
	mutate: (input: Input) => Promise<unknown>,
	failure?: string,
) {
	return {
		mutationFn: mutate,
		onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
		onError: (error: Error) => {
			if (failure) toaster.show({ tone: "danger", title: failure, detail: messageOf(error) });
		},
	};
}

const useUserMutation = <Input>(mutate: (input: Input) => Promise<unknown>, failure?: string) =>
	useMutation(mutationOptions(useQueryClient(), mutate, failure));

export const useCompleteSurvey = () =>
	useUserMutation((body: SurveyBody) => call(onboardingPaths.completeSurvey, { body }));

export const useCompleteTour = () => useUserMutation(() => call(onboardingPaths.completeTour, {}));

const newCompletions = createCompletionWatch();
const pollDurationMs = 10_000;
const pollIntervalMs = 1_000;

/**
 * The user's checklist, started if needed. Completed items arrive through the outbox with a delay, so it polls for a
 * few seconds after mounting and after credits are spent; otherwise it refetches on window focus.
 */
export function useChecklist() {
	const { dataUpdatedAt: spentAt } = useQuery(subscriptionQuery);
	const [mountedAt] = useState(Date.now);
	const user = useQuery({
		...userQuery,
		refetchOnMount: "always",
		refetchInterval: ({ state: { data } }) => {
			if (!data || data.is_onboarding_checklist_completed) return false;
			const { isDone } = progressOf(data);
			const polling = Date.now() - Math.max(mountedAt, spentAt) < pollDurationMs;
			return polling && availableItems.some((item) => !isDone(item.id)) ? pollIntervalMs : false;
		},
	});
	const { data: loaded } = user;
	useEffect(() => {
		if (!loaded) return;
		for (const itemId of newCompletions(loaded)) track(`onboarding_completed_${itemId}`);
	}, [loaded]);
	const { mutate: initiate } = useUserMutation(() => call(onboardingPaths.initiateChecklist, {}));
	const notStarted = user.data?.is_onboarding_checklist_completed === false && user.data.onboarding_checklist === null;
	useEffect(() => {
		if (notStarted) initiate(undefined);
	}, [notStarted, initiate]);
	return {
		user,
		/** Starts the checklist or shows it again. */
		initiate,
		update: useUserMutation(
			(itemId: ChecklistItemId) => call(onboardingPaths.updateChecklist, { body: { item_id: itemId } }),
			"Couldn't mark the item as done",
		),
		hide: useUserMutation(() => call(onboardingPaths.hideChecklist, {}), "Error hiding onnboarding checklist"),
		complete: useUserMutation(
			() => call(onboardingPaths.completeChecklist, {}),
			"Error marking onnboarding checklist as complete",
		),
	};
}
