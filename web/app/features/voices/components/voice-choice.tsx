import type { Voice } from "@timbre/contract/voices.ts";
import { Check } from "lucide-react";
import { voiceTraits } from "../voices.public.tsx";
import { PreviewButton } from "./preview-button.tsx";

/** One voice of a list to choose from: its orb speaks, its name chooses. */
export function VoiceChoice({ voice, chosen, onChoose }: { voice: Voice; chosen: boolean; onChoose: () => void }) {
	return (
		<li className="flex items-center gap-3 rounded-control px-2 py-1.5 [contain-intrinsic-size:auto_48px] [content-visibility:auto] focus-within:bg-hover hover:bg-hover">
			<PreviewButton voice={voice} size={36} />
			<button
				type="button"
				data-choice=""
				aria-pressed={chosen}
				onClick={onChoose}
				className="flex min-w-0 flex-1 items-center gap-3 rounded-sm text-left"
			>
				<span className="min-w-0 flex-1">
					<span className="block truncate font-medium" title={voice.name}>
						{voice.name}
					</span>
					<span className="block truncate text-[13px] text-muted">{voiceTraits(voice)}</span>
				</span>
				{chosen ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
			</button>
		</li>
	);
}
