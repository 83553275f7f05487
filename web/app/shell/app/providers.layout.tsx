import { QueryClientProvider } from "@tanstack/react-query";
import { ConfirmHost } from "@timbre/ui/primitives/confirm-dialog.tsx";
import { ToastRegion } from "@timbre/ui/primitives/toast.tsx";
import { TooltipProvider } from "@timbre/ui/primitives/tooltip.tsx";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { confirmer } from "../../lib/confirm.ts";
import { takeEntryParams } from "../../lib/entry-params.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { hasRun, markRun } from "../../lib/run-once.ts";
import { toaster } from "../../lib/toaster.ts";
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
