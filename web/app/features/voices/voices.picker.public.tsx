import type { Voice } from "@timbre/contract/voices.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { cn } from "@timbre/ui/cn.ts";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useRecent } from "../../lib/use-recent.ts";
import { VoiceChoice } from "./components/voice-choice.tsx";
import { VoiceFilter, type VoiceFilterValue } from "./components/voice-filter.tsx";
import { voiceFits, voiceTraits } from "./voices.public.tsx";

const mostRecent = 4;
const mostInSection = 1_000;

type VoicePickerProps = {
	voices: Voice[];
	value: Voice;
	onChange: (voice: Voice) => void;
	/** What is chosen: "voice" unless there are several to choose. */
	label?: string;
	compact?: boolean;
	className?: string;
};

/** The voices used last, the newest first. */
export function useRecentVoices(): [ids: string[], use: (voiceId: string) => void] {
	return useRecent("voices", mostRecent);
}

/** A professional voice that no model speaks cannot be chosen. */
export function isPickable(voice: Pick<Voice, "category" | "high_quality_base_model_ids" | "disabled">): boolean {
	if (voice.disabled) return false;
	return voice.category !== "professional" || voice.high_quality_base_model_ids.length > 0;
}

/** Shows the chosen voice; pressed, it opens the list of all, to search, hear and choose from. */
export function VoicePicker(props: VoicePickerProps) {
	const { voices, value, onChange, label = "voice", compact = false } = props;
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
				className={cn(
					"flex min-w-0 items-center gap-3 rounded-control border border-control bg-raised text-left transition-colors hover:border-ink",
					compact ? "h-9 gap-2 px-2.5" : "w-full p-2.5",
					props.className,
				)}
			>
				<VoiceOrb voiceId={value.voice_id} size={compact ? 20 : 36} />
				<span className="min-w-0 flex-1">
					<span className="sr-only">Change {label}: </span>
					<span className="block truncate font-medium">{value.name}</span>
					{compact ? null : <span className="block truncate text-[13px] text-muted">{voiceTraits(value)}</span>}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</button>
			<Dialog open={open} onOpenChange={setOpen} title="Choose a voice" className="max-w-lg">
				<VoiceChoices
					voices={voices}
					value={value}
					onChange={(voice) => {
						onChange(voice);
						setOpen(false);
					}}
				/>
			</Dialog>
		</>
	);
}

function VoiceChoices({ voices, value, onChange }: Pick<VoicePickerProps, "voices" | "value" | "onChange">) {
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

type Section = { title: string; voices: Voice[] };

/** Those used last first; while one searches, all that fit in one list. */
export function sectionsOf(voices: Voice[], recent: readonly string[], filter: VoiceFilterValue): Section[] {
	const fitting = voices.filter((voice) => voiceFits(voice, filter.search, filter.language));
	if (filter.search.trim() || filter.language) {
		return fitting.length > 0 ? [{ title: "Found", voices: fitting.slice(0, mostInSection) }] : [];
	}
	const used = recent.flatMap((id) => fitting.find((voice) => voice.voice_id === id) ?? []).slice(0, mostRecent);
	const others = fitting.filter((voice) => !used.includes(voice)).slice(0, mostInSection);
	return [
		{ title: "Recently used", voices: used },
		{ title: used.length > 0 ? "All other voices" : "All voices", voices: others },
	].filter((section) => section.voices.length > 0);
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
