import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChecklistItemId, onboardingEndpoints, type SurveyBody } from "@timbre/contract/onboarding.ts";
import { useEffect, useState } from "react";
import { call } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";
import { toaster } from "../../lib/toaster.ts";
import { subscriptionQuery, userQuery } from "../usage/usage.public.tsx";
import { doableItems, progressOf } from "./components/checklist-items.ts";

/** Tells the server, then asks anew who is signed in: what the page shows is what is kept. */
export function changeOptions<Input>(
	queryClient: QueryClient,
	change: (input: Input) => Promise<unknown>,
	failure?: string,
) {
	return {
		mutationFn: change,
		onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
		onError: (error: Error) => {
			if (failure) toaster.show({ tone: "danger", title: failure, detail: messageOf(error) });
		},
	};
}

const useChange = <Input>(change: (input: Input) => Promise<unknown>, failure?: string) =>
	useMutation(changeOptions(useQueryClient(), change, failure));

export const useCompleteSurvey = () =>
	useChange((body: SurveyBody) => call(onboardingEndpoints.completeSurvey, { body }));

export const useCompleteTour = () => useChange(() => call(onboardingEndpoints.completeTour, {}));

const watchMs = 10_000;
const watchEveryMs = 1_000;

/**
 * The checklist of whoever is signed in, begun if it is not yet. What people do reaches it over the outbox, a moment later: for some
 * seconds after it appears and after each spending of credits it looks again, and otherwise when the window gets the focus.
 */
export function useChecklist() {
	const { dataUpdatedAt: spentAt } = useQuery(subscriptionQuery);
	const [appearedAt] = useState(Date.now);
	const user = useQuery({
		...userQuery,
		refetchOnMount: "always",
		refetchInterval: ({ state: { data } }) => {
			if (!data || data.is_onboarding_checklist_completed) return false;
			const { isDone } = progressOf(data);
			const watching = Date.now() - Math.max(appearedAt, spentAt) < watchMs;
			return watching && doableItems.some((item) => !isDone(item.id)) ? watchEveryMs : false;
		},
	});
	const { mutate: initiate } = useChange(() => call(onboardingEndpoints.initiateChecklist, {}));
	const unbegun = user.data?.is_onboarding_checklist_completed === false && user.data.onboarding_checklist === null;
	useEffect(() => {
		if (unbegun) initiate(undefined);
	}, [unbegun, initiate]);
	return {
		user,
		/** Begins it, or shows it again. */
		initiate,
		update: useChange(
			(itemId: ChecklistItemId) => call(onboardingEndpoints.updateChecklist, { body: { item_id: itemId } }),
			"The item was not marked as done",
		),
		hide: useChange(() => call(onboardingEndpoints.hideChecklist, {}), "Error hiding onnboarding checklist"),
		complete: useChange(
			() => call(onboardingEndpoints.completeChecklist, {}),
			"Error marking onnboarding checklist as complete",
		),
	};
}
