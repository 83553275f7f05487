import { usePlayer } from "@timbre/ui/audio/use-player.ts";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Spinner } from "@timbre/ui/primitives/spinner.tsx";
import { Pause, Play } from "lucide-react";
import { counted } from "../../../lib/format.ts";
import { player } from "../../../lib/player.ts";
import { creditsToHear, type Draft } from "./drafts.ts";
import { hindrance, isSounding, type RuleSpeaker } from "./speak-rule.ts";

type PlayRuleProps = { draft: Draft; speaker: RuleSpeaker };

/** Says what it costs before it is pressed. A rule that cannot be spoken yet says why. */
export function PlayRule({ draft, speaker }: PlayRuleProps) {
	const hindered = hindrance(draft, speaker.voice);
	const sounding = isSounding(draft, speaker.voice, usePlayer(player));
	const word = draft.written.trim() || "this rule";
	const label = sounding
		? `Pause ${word}`
		: hindered
			? `Play ${word}: ${hindered}`
			: `Play ${word} (up to ${counted(creditsToHear(draft), "credit")})`;
	return (
		<IconButton
			label={label}
			variant={sounding ? "primary" : "outline"}
			size="small"
			round
			aria-disabled={hindered !== undefined || undefined}
			className="aria-disabled:opacity-40"
			onClick={() => {
				if (!hindered) speaker.speak(draft);
			}}
		>
			{speaker.busyWith === draft.key && !sounding ? (
				<Spinner />
			) : sounding ? (
				<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} />
			) : (
				<Play aria-hidden="true" fill="currentColor" strokeWidth={0} className="translate-x-px" />
			)}
		</IconButton>
	);
}
