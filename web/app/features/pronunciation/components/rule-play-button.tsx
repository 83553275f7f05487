import { usePlayer } from "@timbre/ui/audio/player/use-player.ts";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play } from "lucide-react";
import { player } from "../../../lib/audio/player.ts";
import { counted } from "../../../lib/text/format.ts";
import { type Draft, previewCost } from "../model/drafts.ts";
import { disabledReason, isPlaying, type RulePlayback } from "./rule-playback.ts";

type RulePlayButtonProps = { draft: Draft; playback: RulePlayback };

/** Shows the cost before it is clicked, or why the rule can't be played yet. */
export function RulePlayButton({ draft, playback }: RulePlayButtonProps) {
	const disabled = disabledReason(draft, playback.voice);
	const playing = isPlaying(draft, playback.voice, usePlayer(player));
	const word = draft.text.trim() || "this rule";
	const label = playing
		? `Pause ${word}`
		: disabled
			? `Play ${word}: ${disabled}`
			: `Play ${word} (up to ${counted(previewCost(draft), "credit")})`;
	return (
		<IconButton
			label={label}
			variant={playing ? "primary" : "outline"}
			size="small"
			round
			aria-disabled={disabled !== undefined || undefined}
			className="aria-disabled:opacity-40"
			onClick={() => {
				if (!disabled) playback.play(draft);
			}}
		>
			{playback.pendingKey === draft.key && !playing ? (
				<Spinner />
			) : playing ? (
				<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
			) : (
				<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
			)}
		</IconButton>
	);
}
