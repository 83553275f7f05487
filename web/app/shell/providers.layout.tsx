import { QueryClientProvider } from "@tanstack/react-query";
import { ConfirmHost } from "@timbre/ui/primitives/confirm-dialog.tsx";
import { ToastRegion } from "@timbre/ui/primitives/toast.tsx";
import { TooltipProvider } from "@timbre/ui/primitives/tooltip.tsx";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { confirmer } from "../lib/confirm.ts";
import { takeEntryParams } from "../lib/entry-params.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { hasRun, markRun } from "../lib/run-once.ts";
import { toaster } from "../lib/toaster.ts";
import { SupportProvider } from "./support.tsx";
import { toastPlace } from "./toast-place.ts";

// While this module is loaded, before the router looks at the address: no loader sees the secrets in it.
const entry = typeof window === "undefined" ? {} : takeEntryParams();

/** What the app, the sign-in pages and shared sounds need and the public pages do without: data, tooltips, toasts, questions. */
export default function ProvidersLayout() {
	const [queryClient] = useState(createQueryClient);
	const { pathname } = useLocation();
	useEffect(greet, []);
	return (
		<QueryClientProvider client={queryClient}>
			<TooltipProvider>
				<SupportProvider>
					<Outlet />
				</SupportProvider>
				<ConfirmHost confirmer={confirmer} />
				<ToastRegion toaster={toaster} place={toastPlace(pathname)} />
			</TooltipProvider>
		</QueryClientProvider>
	);
}

function greet() {
	if (!entry.newUser || hasRun("welcome")) return;
	markRun("welcome");
	toaster.show({ title: "Welcome to Timbre", detail: "Write a sentence, choose a voice and hear it." });
}
