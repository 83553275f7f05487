import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Pause, Play } from "lucide-react";
import type { ComponentProps } from "react";

type PlayButtonProps = Omit<ComponentProps<typeof IconButton>, "label" | "children"> & {
	/** What is played: "take 2". */
	what: string;
	playing: boolean;
};

/** A round play button. */
export function PlayButton({ what, playing, ...rest }: PlayButtonProps) {
	const Icon = playing ? Pause : Play;
	return (
		<IconButton label={`${playing ? "Pause" : "Play"} ${what}`} variant="outline" size="small" round {...rest}>
			<Icon aria-hidden="true" fill="currentColor" strokeWidth={0} className={playing ? "" : "translate-x-px"} />
		</IconButton>
	);
}
