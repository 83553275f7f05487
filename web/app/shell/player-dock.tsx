import { Player } from "@timbre/ui/audio/player.tsx";
import { usePlayerKeys } from "@timbre/ui/audio/use-player.ts";
import { player } from "../lib/player.ts";
import { useStored } from "../lib/use-stored.ts";

/** The persistent player at the foot of every page of the app. */
export function PlayerDock() {
	usePlayerKeys(player);
	const [collapsed, setCollapsed] = useStored("player-collapsed", "");
	return (
		<Player
			engine={player}
			collapsed={collapsed === "yes"}
			onCollapsedChange={(next) => setCollapsed(next ? "yes" : "")}
			className="shrink-0"
		/>
	);
}
