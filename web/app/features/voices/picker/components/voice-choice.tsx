import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Check } from "lucide-react";
import { memo } from "react";
import { VoiceBadges } from "../../voices.badges.public.tsx";
import { type TermBadge, termBadges, termsOf } from "../../voices.format.public.ts";
import { PreviewButton } from "../../voices.preview.public.tsx";
import { voiceTraits } from "../../voices.public.ts";
import { unavailableReason } from "../model/unavailable-reason.ts";

const plainHeight = 52;
const badgesHeight = 24;

/** Row height, computed so the virtual list needs no measuring. `narrow` fits two badges per line. */
export function choiceHeight(voice: Voice, narrow: boolean): number {
	return plainHeight + badgesHeight * Math.ceil(badgesOf(voice).length / (narrow ? 2 : 3));
}

// Every list change needs the heights of all voices, and formatting numbers is slow.
const knownBadges = new WeakMap<Voice, TermBadge[]>();

function badgesOf(voice: Voice): TermBadge[] {
	const known = knownBadges.get(voice);
	if (known) return known;
	const badges = termBadges(termsOf(voice));
	knownBadges.set(voice, badges);
	return badges;
}

type VoiceChoiceProps = {
	voice: Voice;
	chosen: boolean;
	/** Index in the full list. `position` is the 1-based position in the section, `of` its size. */
	index: number;
	position: number;
	of: number;
	/** Pixels from the top of the list, and its own height. */
	top: number;
	height: number;
	/** Whether this row is in the tab order. Only one row is. */
	tabbable: boolean;
	/** Whether the current user is in probation. */
	inProbation: boolean;
	onChoose: (voice: Voice) => void;
};

/** A row of the picker: the orb plays the preview, the name selects the voice. Disabled rows show the reason. */
export const VoiceChoice = memo((props: VoiceChoiceProps) => {
	const { voice, chosen, index, top, height, tabbable, onChoose } = props;
	const reason = unavailableReason(voice, props.inProbation);
	const usable = reason === null;
	const badges = badgesOf(voice);
	return (
		<li
			data-row={index}
			aria-posinset={props.position}
			aria-setsize={props.of}
			style={{ height, transform: `translateY(${top}px)` }}
			className="absolute inset-x-0 top-0 flex items-center gap-3 rounded-control px-2 focus-within:bg-hover hover:bg-hover"
		>
			<PreviewButton voice={voice} size={36} tabIndex={tabbable ? 0 : -1} />
			<button
				type="button"
				data-choice=""
				tabIndex={tabbable ? 0 : -1}
				aria-pressed={chosen}
				aria-disabled={!usable || undefined}
				// Badge tooltips only show on hover, so describe them here.
				aria-description={badges.map(({ detail }) => detail).join(" ") || undefined}
				onClick={() => usable && onChoose(voice)}
				className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-sm text-left aria-disabled:cursor-default"
			>
				<span className="min-w-0 flex-1">
					<span className={cn("block truncate font-medium leading-5", !usable && "text-muted")} title={voice.name}>
						{voice.name}
					</span>
					<span className="block truncate text-[13px] text-muted leading-5" title={reason ?? voiceTraits(voice)}>
						{reason ?? voiceTraits(voice)}
					</span>
					{badges.length > 0 ? (
						<span className="mt-0.5 flex flex-wrap gap-1">
							<VoiceBadges badges={badges} />
						</span>
					) : null}
				</span>
				{chosen ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
			</button>
		</li>
	);
});
