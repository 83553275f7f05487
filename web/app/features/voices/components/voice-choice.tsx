import { isUnverified } from "@timbre/contract/safety.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Check } from "lucide-react";
import { memo } from "react";
import { isPickable } from "../voices.choice.public.ts";
import { voiceTraits } from "../voices.public.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { VoiceBadges } from "./voice-badges.tsx";
import { type TermBadge, termBadges, termsOf } from "./voice-terms.ts";

const plainHeight = 52;
const badgesHeight = 24;

/** Known before it is drawn, so that a list of thousands needs no measuring. `narrow` has room for two badges beside each other. */
export function choiceHeight(voice: Voice, narrow: boolean): number {
	return plainHeight + badgesHeight * Math.ceil(badgesOf(voice).length / (narrow ? 2 : 3));
}

// Heights of all voices are asked for whenever the list changes, and numbers take time to be put into words.
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
	/** Where it is among all that are listed, and within its section, from 1. */
	index: number;
	place: number;
	of: number;
	/** Pixels from the top of the list, and its own height. */
	top: number;
	height: number;
	/** The one row of the list that Tab reaches. */
	tabbable: boolean;
	/** Of whoever chooses. */
	inProbation: boolean;
	onChoose: (voice: Voice) => void;
};

/** Why a voice cannot be chosen, in words. */
export function hindranceOf(voice: Voice, inProbation: boolean): string | null {
	const { voice_verification: facts } = voice;
	if (facts && isUnverified(facts, { is_in_probation: inProbation })) return voice.tooltip ?? "Not verified yet";
	return isPickable(voice) ? null : (voice.tooltip ?? "Cannot be used at the moment");
}

/** One voice of a list to choose from: its orb speaks, its name chooses. One that cannot be chosen says why. */
export const VoiceChoice = memo((props: VoiceChoiceProps) => {
	const { voice, chosen, index, top, height, tabbable, onChoose } = props;
	const hindrance = hindranceOf(voice, props.inProbation);
	const usable = hindrance === null;
	const badges = badgesOf(voice);
	return (
		<li
			data-row={index}
			aria-posinset={props.place}
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
				// The hints of the badges come to a pointer alone.
				aria-description={badges.map(({ detail }) => detail).join(" ") || undefined}
				onClick={() => usable && onChoose(voice)}
				className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-sm text-left aria-disabled:cursor-default"
			>
				<span className="min-w-0 flex-1">
					<span className={cn("block truncate font-medium leading-5", !usable && "text-muted")} title={voice.name}>
						{voice.name}
					</span>
					<span className="block truncate text-[13px] text-muted leading-5" title={hindrance ?? voiceTraits(voice)}>
						{hindrance ?? voiceTraits(voice)}
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
