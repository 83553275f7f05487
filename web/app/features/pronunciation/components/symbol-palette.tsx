import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { AudioWaveform } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { type Draft, insertSymbol } from "../model/drafts.ts";
import { marks, type Phoneme, phonemeGroups, stresses } from "../model/symbols.ts";
import { RulePlayButton } from "./rule-play-button.tsx";
import type { RulePlayback } from "./rule-playback.ts";

type SymbolPaletteProps = {
	draft: Draft;
	alphabet: "ipa" | "cmu-arpabet";
	onChange: (pronunciation: string) => void;
	playback: RulePlayback;
};

/** Phoneme symbols with example words, and a preview button. Stays open, because a word needs several symbols. */
export function SymbolPalette(props: SymbolPaletteProps) {
	return (
		<Popover>
			<PopoverTrigger asChild>
				<Button size="small" aria-label={`Symbols for ${props.draft.text.trim() || "this rule"}`}>
					<AudioWaveform aria-hidden="true" />
					Symbols
				</Button>
			</PopoverTrigger>
			<PopoverContent
				align="end"
				aria-label="Symbols"
				onOpenAutoFocus={(event) => {
					// Put the caret at the end: if the text were selected, the next symbol would replace it.
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

function Palette({ draft, alphabet, onChange, playback }: SymbolPaletteProps) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const insert = (symbol: string) => {
		const input = field.current;
		if (!input) return;
		const at = input.selectionStart ?? draft.pronunciation.length;
		const next = insertSymbol(draft.pronunciation, { start: at, end: input.selectionEnd ?? at }, symbol, alphabet);
		onChange(next.text);
		// Wait until the field shows the new text before moving the caret.
		requestAnimationFrame(() => input.setSelectionRange(next.caret, next.caret));
	};
	return (
		<>
			<div className="border-line border-b p-3">
				<Label htmlFor={id}>Pronunciation of {draft.text.trim() || "this rule"}</Label>
				<div className="mt-1.5 flex items-center gap-2">
					<Input
						id={id}
						ref={field}
						value={draft.pronunciation}
						spellCheck={false}
						autoComplete="off"
						onChange={(event) => onChange(event.target.value)}
						className={alphabet === "ipa" ? "text-base" : "font-mono text-[13px]"}
					/>
					<RulePlayButton draft={draft} playback={playback} />
				</div>
			</div>
			{/* Scrolls with its buttons, so it is reachable by keyboard. */}
			<div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-3">
				<SymbolSection title={alphabet === "ipa" ? "Stress and length" : "Stress (after a vowel)"} wide>
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
				</SymbolSection>
				{phonemeGroups.map((group) => {
					const phonemes = alphabet === "ipa" ? group.phonemes : group.phonemes.filter((phoneme) => phoneme.arpabet);
					if (phonemes.length === 0) return null;
					return (
						<SymbolSection key={group.title} title={group.title}>
							{phonemes.map((phoneme) => {
								const symbol = alphabet === "ipa" ? phoneme.ipa : (phoneme.arpabet ?? "");
								return (
									<SymbolButton key={symbol} shown={symbol} onPress={() => insert(symbol)}>
										<span className="sr-only">as in </span>
										<Example phoneme={phoneme} />
									</SymbolButton>
								);
							})}
						</SymbolSection>
					);
				})}
			</div>
		</>
	);
}

function SymbolSection({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
	return (
		<section aria-label={title}>
			<h2 className="mb-1.5 font-medium text-[13px] text-muted">{title}</h2>
			<div className={cn("grid gap-1", wide ? "grid-cols-3" : "grid-cols-4 sm:grid-cols-5")}>{children}</div>
		</section>
	);
}

/** Its accessible name is "ʃ as in shoe". */
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

function Example({ phoneme }: { phoneme: Phoneme }) {
	const [before, letters, after] = phoneme.as.split("_");
	return (
		<>
			{before}
			<span className="font-semibold text-ink underline underline-offset-2">{letters}</span>
			{after}
			{phoneme.where ? <span className="block text-center">{phoneme.where}</span> : null}
		</>
	);
}
