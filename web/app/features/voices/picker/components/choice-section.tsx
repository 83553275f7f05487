import type { VirtualItem } from "@tanstack/react-virtual";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useMemo } from "react";
import { count } from "../../../../lib/text/format.ts";
import type { PickerLine } from "../model/picker-lines.ts";
import { maxInSection, type PickerSection } from "../model/picker-sections.ts";
import { choiceHeight, VoiceChoice } from "./voice-choice.tsx";

export const titleHeight = 32;
const moreHeight = 36;

export function lineHeight(line: PickerLine | undefined, narrow: boolean): number {
	if (line?.kind === "voice") return choiceHeight(line.voice, narrow);
	return line?.kind === "more" ? moreHeight : titleHeight;
}

type ChoiceSectionProps = {
	section: PickerSection;
	lines: readonly PickerLine[];
	/** The visible lines of this section. */
	items: readonly VirtualItem[];
	narrow: boolean;
	chosenId: string;
	/** Index of the voice in the tab order. */
	tabbable: number;
	inProbation: boolean;
	onChoose: (voice: Voice) => void;
};

/** Takes the height of all its voices so the sticky title stays visible while any of them is. */
export function ChoiceSection(props: ChoiceSectionProps) {
	const { section, lines, items, narrow, chosenId, tabbable, onChoose } = props;
	const height = useMemo(
		() => section.voices.reduce((sum, voice) => sum + choiceHeight(voice, narrow), 0),
		[section, narrow],
	);
	return (
		<section aria-label={section.title}>
			<h3
				style={{ height: titleHeight }}
				className="sticky top-0 z-10 flex items-center bg-raised px-2 font-medium text-muted text-xs"
			>
				{section.title}
			</h3>
			<ul style={{ height }}>
				{items.map((item) => {
					const line = lines[item.index];
					if (line?.kind !== "voice") return null;
					return (
						<VoiceChoice
							key={line.voice.voice_id}
							voice={line.voice}
							chosen={line.voice.voice_id === chosenId}
							index={line.index}
							position={line.at}
							of={section.voices.length}
							top={item.start}
							height={item.size}
							tabbable={line.index === tabbable}
							inProbation={props.inProbation}
							onChoose={onChoose}
						/>
					);
				})}
			</ul>
			{section.more > 0 ? (
				<p style={{ height: moreHeight }} className="flex items-center px-2 text-[13px] text-muted">
					Showing the first {count(maxInSection)} of {count(maxInSection + section.more)}. Search to find more.
				</p>
			) : null}
		</section>
	);
}
