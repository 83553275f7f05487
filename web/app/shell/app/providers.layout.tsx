import { QueryClientProvider } from "@tanstack/react-query";
import { ToastRegion } from "@timbre/ui/primitives/feedback/toast.tsx";
import { ConfirmHost } from "@timbre/ui/primitives/overlays/confirm-dialog.tsx";
import { TooltipProvider } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { confirmer } from "../../lib/forms/confirm.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { takeEntryParams } from "../../lib/session/entry-params.ts";
import { hasRun, markRun } from "../../lib/session/run-once.ts";
import { SupportProvider } from "../page/support.tsx";
import { toastPosition } from "./toast-position.ts";

// At module load, before the router reads the URL, so no loader sees the secrets in it.
const entry = typeof window === "undefined" ? {} : takeEntryParams();

/**
 * Providers for the app, the sign-in pages and shared audio: queries, tooltips, toasts, confirm dialogs. Public pages
 * skip them.
 */
export default function ProvidersLayout() {
	const [queryClient] = useState(createQueryClient);
	const { pathname } = useLocation();
	useEffect(showWelcome, []);
	return (
		<QueryClientProvider client={queryClient}>
			<TooltipProvider>
				<SupportProvider>
					<Outlet />
				</SupportProvider>
				<ConfirmHost confirmer={confirmer} />
				<ToastRegion toaster={toaster} position={toastPosition(pathname)} />
			</TooltipProvider>
		</QueryClientProvider>
	);
}

function showWelcome() {
	if (!entry.newUser || hasRun("welcome")) return;
	markRun("welcome");
	toaster.show({ title: "Welcome to Timbre", detail: "Write a text, choose a voice and generate your first audio." });
}
