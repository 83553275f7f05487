import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { forgetDrafts } from "../lib/draft.ts";
import { forgetEntryParams } from "../lib/entry-params.ts";
import { player } from "../lib/player.ts";
import { signingOut } from "../lib/query-client.ts";
import { handleResponse } from "../lib/response.ts";
import { showError, toaster } from "../lib/toaster.ts";
import { signOut } from "./session.ts";

/** Ends the session and forgets what this browser knows of it. */
export function useSignOut(): () => void {
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	return useCallback(() => {
		const arrived = signingOut();
		void handleResponse(signOut(), {
			onSuccess: async () => {
				player.clear();
				forgetDrafts();
				forgetEntryParams();
				// First away from the pages: they would ask again for what is being forgotten.
				await navigate("/app/sign-in");
				await queryClient.cancelQueries();
				queryClient.clear();
				toaster.show({ title: "Signed out" });
			},
			onError: (error) => showError("Not signed out", error),
		}).finally(arrived);
	}, [navigate, queryClient]);
}
