import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play } from "lucide-react";
import { toggleSaved } from "../history.saved.public.ts";
import { useRowState } from "./use-row-state.ts";

export function RowPlayButton({ item, size = "small" }: { item: HistoryItem; size?: "small" | "medium" }) {
	const state = useRowState(item.history_item_id);
	return (
		<IconButton
			label={state === "playing" ? "Pause" : `Play: ${item.text.slice(0, 60)}`}
			tooltip={false}
			variant={state === "idle" ? "outline" : "primary"}
			size={size}
			round
			onClick={() => toggleSaved(item)}
		>
			{state === "playing" ? (
				<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
			) : (
				<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
			)}
		</IconButton>
	);
}
