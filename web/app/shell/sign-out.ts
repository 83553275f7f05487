import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import { forgetDrafts } from "../lib/draft.ts";
import { forgetEntryParams } from "../lib/entry-params.ts";
import { player } from "../lib/player.ts";
import { signingOut } from "../lib/query-client.ts";
import { handleResponse } from "../lib/response.ts";
import { hearOtherTabs, tellOtherTabs } from "../lib/session-channel.ts";
import { showError, toaster } from "../lib/toaster.ts";
import { signOut } from "./session.ts";

/** Ends the session and forgets what this browser knows of it, in all tabs. */
export function useSignOut(): () => void {
	const end = useEndSession();
	return useCallback(() => {
		const arrived = signingOut();
		void handleResponse(signOut(), {
			onSuccess: () => end("Signed out"),
			onError: (error) => showError("Not signed out", error),
		}).finally(arrived);
	}, [end]);
}

/** For a session that the server has ended: all tabs forget it. `said`: what is told at the door. */
export function useEndSession(): (said: string) => Promise<void> {
	const forget = useForgetSession();
	return useCallback(
		async (said) => {
			const arrived = signingOut();
			tellOtherTabs("signed-out");
			await forget(said).finally(arrived);
		},
		[forget],
	);
}

/** A tab that goes on after another has signed out would show what is no longer open to anyone at this browser. */
export function useFollowSignOut(): void {
	const forget = useForgetSession();
	useEffect(
		() =>
			hearOtherTabs((news) => {
				if (news !== "signed-out") return;
				const arrived = signingOut();
				void forget("Signed out in another tab").finally(arrived);
			}),
		[forget],
	);
}

/** The session is over: its traces in this browser go, and one is at the door. */
function useForgetSession(): (said: string) => Promise<void> {
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	return useCallback(
		async (said) => {
			player.clear();
			forgetDrafts();
			forgetEntryParams();
			// First away from the pages: they would ask again for what is being forgotten.
			await navigate("/app/sign-in");
			await queryClient.cancelQueries();
			queryClient.clear();
			// Once more: an answer that came meanwhile may have been kept.
			forgetDrafts();
			toaster.show({ title: said });
		},
		[navigate, queryClient],
	);
}
