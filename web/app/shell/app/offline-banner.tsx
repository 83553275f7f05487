import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useConnection } from "../../lib/api/connection.ts";

const messages = {
	offline: "You're offline. Some features won't work until you reconnect.",
	unreachable: "Couldn't reach Timbre. Retrying automatically.",
	online: "",
};

/** Shows that the connection is down, and refetches failed queries when it is back. */
export function OfflineBanner() {
	const state = useConnection();
	useRetryOnReturn(state === "online");
	return (
		// Always mounted: screen readers skip a live region that appears together with its text.
		<div role="status">
			{state === "online" ? null : (
				<p className="flex items-center justify-center gap-2 border-line border-b bg-sunken text-balance px-4 py-2 text-center text-[13px]">
					<CloudOff aria-hidden="true" className="size-4 shrink-0 text-warning" />
					{messages[state]}
				</p>
			)}
		</div>
	);
}

function useRetryOnReturn(online: boolean) {
	const queryClient = useQueryClient();
	const before = useRef(online);
	useEffect(() => {
		const back = online && !before.current;
		before.current = online;
		if (back) void queryClient.refetchQueries({ type: "active", predicate: (query) => query.state.status === "error" });
	}, [online, queryClient]);
}
