import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { SlidersHorizontal, Trash2 } from "lucide-react";
import { memo, useId } from "react";
import type { Draft, DraftErrors } from "../model/drafts.ts";
import { RulePlayButton } from "./rule-play-button.tsx";
import type { RulePlayback } from "./rule-playback.ts";
import { SymbolPalette } from "./symbol-palette.tsx";

const kinds = [
	{ value: "alias", label: "Alias", detail: "Read as other words" },
	{ value: "ipa", label: "IPA", detail: "Phonemes of any language" },
	{ value: "cmu-arpabet", label: "CMU Arpabet", detail: "Phonemes of American English" },
];

const placeholders: Record<Draft["kind"], string> = {
	alias: "engine X",
	ipa: "ˈɛndʒɪn",
	"cmu-arpabet": "EH1 N JH AH0 N",
};

type RuleRowProps = {
	draft: Draft;
	errors: DraftErrors | undefined;
	readOnly: boolean;
	playback: RulePlayback;
	onChange: (key: number, patch: Partial<Omit<Draft, "key">>) => void;
	onRemove: (key: number) => void;
};

/** A table row, or a small form on phones. Memoized, so that editing one rule does not render the others. */
export const RuleRow = memo(Row);

function Row({ draft, errors, readOnly, playback, onChange, onRemove }: RuleRowProps) {
	const id = useId();
	const word = draft.text.trim() || "new rule";
	const change = (patch: Partial<Omit<Draft, "key">>) => onChange(draft.key, patch);
	const customized = !draft.caseSensitive || !draft.wordBoundaries;
	return (
		<tr
			data-rule={draft.key}
			className="border-line border-b align-top max-lg:flex max-lg:flex-wrap max-lg:gap-2 max-lg:py-3"
		>
			<td className="max-lg:min-w-0 max-lg:flex-1 max-lg:basis-36 lg:w-[30%] lg:py-2 lg:pr-2">
				<Input
					aria-label="Text"
					data-field="written"
					value={draft.text}
					readOnly={readOnly}
					autoComplete="off"
					placeholder="nginx"
					aria-invalid={errors?.text ? true : undefined}
					aria-describedby={errors?.text ? `${id}-written` : undefined}
					onChange={(event) => change({ text: event.target.value })}
				/>
				<ErrorText id={`${id}-written`} text={errors?.text} />
			</td>
			<td className="w-40 lg:py-2 lg:pr-2">
				<Select
					label={`Pronunciation type of ${word}`}
					value={draft.kind}
					options={kinds}
					disabled={readOnly}
					onChange={(kind) => change({ kind: kind as Draft["kind"] })}
				/>
			</td>
			<td className="max-lg:min-w-0 max-lg:flex-1 max-lg:basis-52 lg:py-2 lg:pr-2">
				<div className="flex items-center gap-2">
					<Input
						aria-label={`Pronunciation of ${word}`}
						data-field="said"
						value={draft.pronunciation}
						readOnly={readOnly}
						spellCheck={draft.kind === "alias"}
						autoComplete="off"
						placeholder={placeholders[draft.kind]}
						aria-invalid={errors?.pronunciation ? true : undefined}
						aria-describedby={errors?.pronunciation ? `${id}-said` : undefined}
						onChange={(event) => change({ pronunciation: event.target.value })}
						className={draft.kind === "cmu-arpabet" ? "font-mono text-[13px]" : undefined}
					/>
					{draft.kind === "alias" || readOnly ? null : (
						<SymbolPalette
							draft={draft}
							alphabet={draft.kind}
							onChange={(pronunciation) => change({ pronunciation })}
							playback={playback}
						/>
					)}
				</div>
				<ErrorText id={`${id}-said`} text={errors?.pronunciation} />
			</td>
			<td className="lg:w-px lg:py-2">
				<div className="flex h-9 items-center gap-1">
					<RulePlayButton draft={draft} playback={playback} />
					<Popover>
						<PopoverTrigger asChild>
							<IconButton
								label={`Matching options of ${word}${customized ? " (changed)" : ""}`}
								tooltip={false}
								size="small"
								className="relative"
							>
								<SlidersHorizontal aria-hidden="true" />
								{customized ? (
									<span aria-hidden="true" className="absolute top-1 right-1 size-1.5 rounded-full bg-ink" />
								) : null}
							</IconButton>
						</PopoverTrigger>
						<PopoverContent align="end" aria-label={`Matching options of ${word}`} className="flex w-72 flex-col gap-3">
							<Option
								label="Case sensitive"
								hint="Turn off to ignore capitalization."
								checked={draft.caseSensitive}
								disabled={readOnly}
								onChange={(caseSensitive) => change({ caseSensitive })}
							/>
							<Option
								label="Whole words only"
								hint="Turn off to match inside longer words."
								checked={draft.wordBoundaries}
								disabled={readOnly}
								onChange={(wordBoundaries) => change({ wordBoundaries })}
							/>
						</PopoverContent>
					</Popover>
					{readOnly ? null : (
						<IconButton
							label={`Delete ${word}`}
							tooltip={false}
							size="small"
							data-field="delete"
							onClick={() => onRemove(draft.key)}
						>
							<Trash2 aria-hidden="true" />
						</IconButton>
					)}
				</div>
			</td>
		</tr>
	);
}

function ErrorText({ id, text }: { id: string; text: string | undefined }) {
	return text ? (
		<p id={id} className="mt-1 text-[13px] text-danger">
			{text}
		</p>
	) : null;
}

type OptionProps = {
	label: string;
	hint: string;
	checked: boolean;
	disabled: boolean;
	onChange: (on: boolean) => void;
};

function Option({ label, hint, checked, disabled, onChange }: OptionProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-3">
			<div>
				<Label htmlFor={id}>{label}</Label>
				<p id={`${id}-hint`} className="text-[13px] text-muted">
					{hint}
				</p>
			</div>
			<Switch
				id={id}
				aria-describedby={`${id}-hint`}
				checked={checked}
				disabled={disabled}
				onCheckedChange={onChange}
			/>
		</div>
	);
}
