import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { ShieldAlert } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { workspacesQuery } from "../navigation/workspace-switcher.tsx";
import { useHasTwoFactor } from "./session.ts";

const setUpPage = "/app/settings?dialog=add-2fa";

/**
 * In a workspace that requires two-factor authentication, every other page is denied: sends the user to the one where it
 * is turned on, and says why.
 */
export function TwoFactorNotice() {
	const { data: workspaces } = useQuery(workspacesQuery);
	const queryClient = useQueryClient();
	const enabled = useHasTwoFactor();
	const { pathname } = useLocation();
	const navigate = useNavigate();
	const current = workspaces?.find((workspace) => workspace.current);
	const missing = current?.needs_two_factor ?? false;
	useEffect(() => {
		// Everything that was denied can be loaded now.
		if (enabled && missing) void queryClient.invalidateQueries();
	}, [enabled, missing, queryClient]);
	const isSent = missing && !enabled && !pathname.startsWith("/app/settings");
	useEffect(() => {
		if (isSent) void navigate(setUpPage, { replace: true });
	}, [isSent, navigate]);
	if (!missing || enabled) return null;
	return (
		<aside
			aria-label="Two-factor authentication required"
			className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1.5 text-[13px]"
		>
			<ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
			<p className="min-w-0 flex-1">
				“{current?.name}” requires two-factor authentication. Turn it on, or sign in with a passkey.
			</p>
			<Button asChild size="small">
				<Link to={setUpPage}>Turn on</Link>
			</Button>
		</aside>
	);
}
