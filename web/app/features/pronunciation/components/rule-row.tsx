import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/popover.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { SlidersHorizontal, Trash2 } from "lucide-react";
import { memo, useId } from "react";
import type { Draft, Fault } from "./drafts.ts";
import { PlayRule } from "./play-rule.tsx";
import type { RuleSpeaker } from "./speak-rule.ts";
import { SymbolPalette } from "./symbol-palette.tsx";

const kinds = [
	{ value: "alias", label: "Other words", detail: "Spoken as if written so" },
	{ value: "ipa", label: "IPA", detail: "Sounds of any language" },
	{ value: "cmu-arpabet", label: "CMU Arpabet", detail: "Sounds of American English" },
];

const placeholders: Record<Draft["kind"], string> = {
	alias: "engine X",
	ipa: "ˈɛndʒɪn",
	"cmu-arpabet": "EH1 N JH AH0 N",
};

type RuleRowProps = {
	draft: Draft;
	fault: Fault | undefined;
	readOnly: boolean;
	speaker: RuleSpeaker;
	onChange: (key: number, patch: Partial<Omit<Draft, "key">>) => void;
	onRemove: (key: number) => void;
};

/** A row on a wide page; on a phone a small form. The others stand still while one is written. */
export const RuleRow = memo(Row);

function Row({ draft, fault, readOnly, speaker, onChange, onRemove }: RuleRowProps) {
	const id = useId();
	const word = draft.written.trim() || "new rule";
	const change = (patch: Partial<Omit<Draft, "key">>) => onChange(draft.key, patch);
	const loose = !draft.caseSensitive || !draft.wordBoundaries;
	return (
		<tr
			data-rule={draft.key}
			className="border-line border-b align-top max-lg:flex max-lg:flex-wrap max-lg:gap-2 max-lg:py-3"
		>
			<td className="max-lg:min-w-0 max-lg:flex-1 max-lg:basis-36 lg:w-[30%] lg:py-2 lg:pr-2">
				<Input
					aria-label="Written"
					data-field="written"
					value={draft.written}
					readOnly={readOnly}
					autoComplete="off"
					placeholder="nginx"
					aria-invalid={fault?.written ? true : undefined}
					aria-describedby={fault?.written ? `${id}-written` : undefined}
					onChange={(event) => change({ written: event.target.value })}
				/>
				<FaultText id={`${id}-written`} text={fault?.written} />
			</td>
			<td className="w-40 lg:py-2 lg:pr-2">
				<Select
					label={`How ${word} is said`}
					value={draft.kind}
					options={kinds}
					disabled={readOnly}
					onChange={(kind) => change({ kind: kind as Draft["kind"] })}
				/>
			</td>
			<td className="max-lg:min-w-0 max-lg:flex-1 max-lg:basis-52 lg:py-2 lg:pr-2">
				<div className="flex items-center gap-2">
					<Input
						aria-label={`${word} is said as`}
						data-field="said"
						value={draft.said}
						readOnly={readOnly}
						spellCheck={draft.kind === "alias"}
						autoComplete="off"
						placeholder={placeholders[draft.kind]}
						aria-invalid={fault?.said ? true : undefined}
						aria-describedby={fault?.said ? `${id}-said` : undefined}
						onChange={(event) => change({ said: event.target.value })}
						className={draft.kind === "cmu-arpabet" ? "font-mono text-[13px]" : undefined}
					/>
					{draft.kind === "alias" || readOnly ? null : (
						<SymbolPalette draft={draft} alphabet={draft.kind} onSaid={(said) => change({ said })} speaker={speaker} />
					)}
				</div>
				<FaultText id={`${id}-said`} text={fault?.said} />
			</td>
			<td className="lg:w-px lg:py-2">
				<div className="flex h-9 items-center gap-1">
					<PlayRule draft={draft} speaker={speaker} />
					<Popover>
						<PopoverTrigger asChild>
							<IconButton
								label={`Matching of ${word}${loose ? ", changed" : ""}`}
								tooltip={false}
								size="small"
								className="relative"
							>
								<SlidersHorizontal aria-hidden="true" />
								{loose ? (
									<span aria-hidden="true" className="absolute top-1 right-1 size-1.5 rounded-full bg-ink" />
								) : null}
							</IconButton>
						</PopoverTrigger>
						<PopoverContent align="end" aria-label={`Matching of ${word}`} className="flex w-72 flex-col gap-3">
							<Option
								label="Capital and small letters differ"
								hint="Off: matches however it is written."
								checked={draft.caseSensitive}
								disabled={readOnly}
								onChange={(caseSensitive) => change({ caseSensitive })}
							/>
							<Option
								label="Whole words only"
								hint="Off: also matches inside longer words."
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

function FaultText({ id, text }: { id: string; text: string | undefined }) {
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
