import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useConnection } from "../lib/connection.ts";

const words = {
	offline: "You are offline. What is on the page stays; the rest waits for the connection.",
	unreachable: "Timbre cannot be reached. It is tried again by itself.",
	online: "",
};

/** Says that nothing can be loaded or sent at the moment, and loads what failed meanwhile as soon as it can be. */
export function OfflineBanner() {
	const state = useConnection();
	useRetryOnReturn(state === "online");
	return (
		// Always there, since a live region that comes with its words is not read out.
		<div role="status">
			{state === "online" ? null : (
				<p className="flex items-center justify-center gap-2 border-line border-b bg-sunken text-balance px-4 py-2 text-center text-[13px]">
					<CloudOff aria-hidden="true" className="size-4 shrink-0 text-warning" />
					{words[state]}
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
