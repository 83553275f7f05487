import type { ChecklistItemId, OnboardingState } from "@timbre/contract/onboarding/endpoints.ts";
import { checklistItemIds } from "@timbre/contract/onboarding/rules.ts";
import { progressOf } from "./checklist-items.ts";

type Seen = { userId: string; done: ReadonlySet<ChecklistItemId> };
type User = Pick<OnboardingState, "onboarding_checklist"> & { user_id: string };

/**
 * Returns the items that were completed since the last call. Kept in memory, because storing it only to measure would
 * need consent too.
 */
export function createCompletionWatch() {
	let seen: Seen | undefined;
	return (user: User): ChecklistItemId[] => {
		const { isDone } = progressOf(user);
		const done = checklistItemIds.filter((id) => isDone(id));
		const before = seen?.userId === user.user_id ? seen.done : undefined;
		seen = { userId: user.user_id, done: new Set(done) };
		return before ? done.filter((id) => !before.has(id)) : [];
	};
}
