import { useQueryClient } from "@tanstack/react-query";
import { signInPage } from "@timbre/contract/auth/rules.ts";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import { beginSignOut } from "../../lib/api/query-client.ts";
import { handleResponse } from "../../lib/api/response.ts";
import { clearSessionToken } from "../../lib/api/session-token.ts";
import { player } from "../../lib/audio/player.ts";
import { clearDrafts } from "../../lib/forms/draft.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { clearEntryParams } from "../../lib/session/entry-params.ts";
import { clearPendingTerms } from "../../lib/session/pending-terms.ts";
import { notifyOtherTabs, onTabMessage } from "../../lib/session/session-channel.ts";
import { rememberSession } from "../../lib/session/signed-in.ts";
import { signOut } from "./session.ts";

/** Signs out and clears the session data in all tabs. */
export function useSignOut(): () => void {
	const end = useEndSession();
	return useCallback(() => {
		const finish = beginSignOut();
		void handleResponse(signOut(), {
			onSuccess: () => end("Signed out"),
			onError: (error) => showError("Couldn't sign out", error),
		}).finally(finish);
	}, [end]);
}

/** Clears a session the server has ended, in all tabs. `message` is shown on the sign-in page, or the given one. */
export function useEndSession(): (message: string, to?: string) => Promise<void> {
	const clear = useClearSession();
	return useCallback(
		async (message, to) => {
			const finish = beginSignOut();
			notifyOtherTabs("signed-out");
			await clear(message, to).finally(finish);
		},
		[clear],
	);
}

/** Signs out this tab when another tab does, so it does not keep showing private data. */
export function useFollowSignOut(): void {
	const clear = useClearSession();
	useEffect(
		() =>
			onTabMessage((message) => {
				if (message !== "signed-out") return;
				const finish = beginSignOut();
				void clear("Signed out in another tab").finally(finish);
			}),
		[clear],
	);
}

/** Clears session data in this tab and goes to the sign-in page, or to the given one. */
function useClearSession(): (message: string, to?: string) => Promise<void> {
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	return useCallback(
		async (message, to = signInPage) => {
			clearSessionToken();
			player.clear();
			rememberSession(false);
			clearDrafts();
			clearEntryParams();
			clearPendingTerms();
			// Navigate first: the open page would refetch what is being cleared.
			await navigate(to);
			await queryClient.cancelQueries();
			queryClient.clear();
			// Again: a response that arrived in the meantime may have saved something.
			clearDrafts();
			toaster.show({ title: message });
		},
		[navigate, queryClient],
	);
}
