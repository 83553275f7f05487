import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/popover.tsx";
import { AudioWaveform } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { type Draft, withSymbol } from "./drafts.ts";
import { PlayRule } from "./play-rule.tsx";
import type { RuleSpeaker } from "./speak-rule.ts";
import { marks, type Sound, soundGroups, stresses } from "./symbols.ts";

type SymbolPaletteProps = {
	draft: Draft;
	alphabet: "ipa" | "cmu-arpabet";
	onSaid: (said: string) => void;
	speaker: RuleSpeaker;
};

/** Sounds to choose from, each with a word it is heard in, and a way to hear the result. Stays open: a word has many sounds. */
export function SymbolPalette(props: SymbolPaletteProps) {
	return (
		<Popover>
			<PopoverTrigger asChild>
				<Button size="small" aria-label={`Sounds for ${props.draft.written.trim() || "this rule"}`}>
					<AudioWaveform aria-hidden="true" />
					Sounds
				</Button>
			</PopoverTrigger>
			<PopoverContent
				align="end"
				aria-label="Sounds"
				onOpenAutoFocus={(event) => {
					// At the end of what is there: selected, the next symbol would replace it all.
					const input = (event.currentTarget as HTMLElement | null)?.querySelector("input");
					if (!input) return;
					event.preventDefault();
					input.focus();
					input.setSelectionRange(input.value.length, input.value.length);
				}}
				className="flex max-h-[min(30rem,var(--radix-popover-content-available-height))] w-[25rem] flex-col p-0"
			>
				<Palette {...props} />
			</PopoverContent>
		</Popover>
	);
}

function Palette({ draft, alphabet, onSaid, speaker }: SymbolPaletteProps) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const insert = (symbol: string) => {
		const input = field.current;
		if (!input) return;
		const at = input.selectionStart ?? draft.said.length;
		const next = withSymbol(draft.said, { start: at, end: input.selectionEnd ?? at }, symbol, alphabet);
		onSaid(next.text);
		// After the field shows it: a caret cannot stand where there is no text yet.
		requestAnimationFrame(() => input.setSelectionRange(next.caret, next.caret));
	};
	return (
		<>
			<div className="border-line border-b p-3">
				<Label htmlFor={id}>{draft.written.trim() || "The word"} is said as</Label>
				<div className="mt-1.5 flex items-center gap-2">
					<Input
						id={id}
						ref={field}
						value={draft.said}
						spellCheck={false}
						autoComplete="off"
						onChange={(event) => onSaid(event.target.value)}
						className={alphabet === "ipa" ? "text-base" : "font-mono text-[13px]"}
					/>
					<PlayRule draft={draft} speaker={speaker} />
				</div>
			</div>
			{/* Reached by keyboard through its buttons; scrolls with them. */}
			<div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-3">
				<SoundSection title={alphabet === "ipa" ? "Stress and length" : "Stress, after a vowel"} wide>
					{alphabet === "ipa"
						? marks.map(({ ipa, shown, name, use }) => (
								<SymbolButton key={ipa} shown={shown} onPress={() => insert(ipa)}>
									{name}
									<span className="sr-only"> {use}</span>
								</SymbolButton>
							))
						: stresses.map(({ digit, name }) => (
								<SymbolButton key={digit} shown={digit} onPress={() => insert(digit)}>
									{name}
								</SymbolButton>
							))}
				</SoundSection>
				{soundGroups.map((group) => {
					const sounds = alphabet === "ipa" ? group.sounds : group.sounds.filter((sound) => sound.arpabet);
					if (sounds.length === 0) return null;
					return (
						<SoundSection key={group.title} title={group.title}>
							{sounds.map((sound) => {
								const symbol = alphabet === "ipa" ? sound.ipa : (sound.arpabet ?? "");
								return (
									<SymbolButton key={symbol} shown={symbol} onPress={() => insert(symbol)}>
										<span className="sr-only">as in </span>
										<Example sound={sound} />
									</SymbolButton>
								);
							})}
						</SoundSection>
					);
				})}
			</div>
		</>
	);
}

function SoundSection({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
	return (
		<section aria-label={title}>
			<h2 className="mb-1.5 font-medium text-[13px] text-muted">{title}</h2>
			<div className={cn("grid gap-1", wide ? "grid-cols-3" : "grid-cols-4 sm:grid-cols-5")}>{children}</div>
		</section>
	);
}

/** Its name is what it shows, read aloud: "ʃ as in shoe". */
function SymbolButton({ shown, onPress, children }: { shown: string; onPress: () => void; children: ReactNode }) {
	return (
		<button
			type="button"
			onClick={onPress}
			className="flex min-w-0 flex-col items-center rounded-control border border-line bg-raised px-1 py-1 transition-colors hover:border-ink hover:bg-hover"
		>
			<span className="text-lg leading-6">{shown}</span>
			<span className="whitespace-nowrap text-muted text-xs">{children}</span>
		</button>
	);
}

function Example({ sound }: { sound: Sound }) {
	const [before, letters, after] = sound.as.split("_");
	return (
		<>
			{before}
			<span className="font-semibold text-ink underline underline-offset-2">{letters}</span>
			{after}
			{sound.where ? <span className="block text-center">{sound.where}</span> : null}
		</>
	);
}
