import type { Voice } from "@timbre/contract/voices.ts";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { isPickable, sectionsOf, useRecentVoices } from "../voices.choice.public.ts";
import { VoiceChoice } from "./voice-choice.tsx";
import { VoiceFilter, type VoiceFilterValue } from "./voice-filter.tsx";

type VoiceChoicesProps = { voices: Voice[]; value: Voice; onChange: (voice: Voice) => void };

/** All voices to search, hear and choose from. */
export function VoiceChoices({ voices, value, onChange }: VoiceChoicesProps) {
	const [filter, setFilter] = useState<VoiceFilterValue>({ search: "", language: "" });
	const [recent, use] = useRecentVoices();
	const list = useRef<HTMLDivElement>(null);
	const pickable = useMemo(() => voices.filter(isPickable), [voices]);
	const sections = sectionsOf(pickable, recent, filter);
	const found = sections.reduce((sum, section) => sum + section.voices.length, 0);
	const choose = (voice: Voice) => {
		use(voice.voice_id);
		onChange(voice);
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from the search into the list and through it
		<div className="flex flex-col gap-3" onKeyDown={(event) => moveFocus(event, list.current)}>
			<div className="px-px">
				<VoiceFilter voices={pickable} value={filter} onChange={setFilter} />
			</div>
			<p role="status" className="sr-only">
				{found} voices
			</p>
			<div ref={list} className="-mx-2 h-96 max-h-[50dvh] overflow-y-auto">
				{sections.map((section) => (
					<section key={section.title} aria-label={section.title}>
						<h3 className="sticky top-0 z-10 bg-raised px-2 py-1.5 font-medium text-muted text-xs">{section.title}</h3>
						<ul>
							{section.voices.map((voice) => (
								<VoiceChoice
									key={voice.voice_id}
									voice={voice}
									chosen={voice.voice_id === value.voice_id}
									onChoose={() => choose(voice)}
								/>
							))}
						</ul>
					</section>
				))}
				{found === 0 ? <p className="py-16 text-center text-muted">No voice fits. Try fewer words.</p> : null}
			</div>
		</div>
	);
}

/** From the search down into the list, and through it. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
	const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
	const row = event.target instanceof Element ? event.target.closest("li") : null;
	const searching = event.target instanceof HTMLInputElement;
	if (!list || step === 0 || (!row && !(searching && step > 0))) return;
	const choices = [...list.querySelectorAll<HTMLButtonElement>("button[data-choice]")];
	const at = choices.findIndex((choice) => row?.contains(choice));
	event.preventDefault();
	choices[Math.max(0, at + step)]?.focus();
}
