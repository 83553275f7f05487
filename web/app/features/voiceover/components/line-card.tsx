import { maxLineCharacters, maxVoiceoverSeconds, minSlotMs } from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { AudioLines, Play, SlidersHorizontal, Trash2, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { formatMs, parseMs } from "../model/times.ts";
import type { LineChange } from "../voiceover.queries.ts";
import { CommitField } from "./commit-field.tsx";
import { LineMixing } from "./mixing-fields.tsx";

type LineCardProps = {
	line: VoiceoverLine;
	number: number;
	voices: Voice[];
	editable: boolean;
	selected: boolean;
	settingsOpen: boolean;
	onSettings: (open: boolean) => void;
	onSelect: () => void;
	onChange: (change: LineChange) => void;
	onPlay: () => void;
	onGenerate: () => void;
	onDelete: () => void;
};

const maxMs = maxVoiceoverSeconds * 1000;

/** A line of the script with its slot, text and voice: the same as its block on the timeline. */
export function LineCard(props: LineCardProps) {
	const { line, number, voices, editable, selected, settingsOpen, onChange } = props;
	const id = useId();
	const name = `line ${number}`;
	const voice = voices.find(({ voice_id }) => voice_id === line.voice_id);
	const shownVoice = voice ?? voices[0];
	const time = (label: string, field: "start_ms" | "end_ms") => (
		<CommitField
			label={label}
			context={name}
			value={formatMs(line[field])}
			disabled={!editable}
			className="w-24"
			parse={(text) => {
				const value = parseMs(text);
				if (value === undefined || value > maxMs) return "Enter a time such as 1:23.4.";
				const slot = { start_ms: line.start_ms, end_ms: line.end_ms, [field]: value };
				if (slot.end_ms - slot.start_ms < minSlotMs) return "The end must be after the start.";
				return { save: () => onChange({ [field]: value }) };
			}}
		/>
	);
	return (
		<li
			id={`line-${line.line_id}`}
			aria-current={selected ? "true" : undefined}
			onFocus={props.onSelect}
			className={cn("scroll-mt-4 rounded-card border bg-raised p-3", selected ? "border-ink" : "border-line")}
		>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="flex items-center gap-2 font-medium">
					Line {number}
					<StateBadge line={line} />
				</h3>
				<div className="flex items-center">
					<IconButton label={`Play ${name}`} size="small" disabled={line.state === "silent"} onClick={props.onPlay}>
						<Play aria-hidden="true" />
					</IconButton>
					<IconButton
						label={`Audio settings of ${name}`}
						size="small"
						aria-expanded={settingsOpen}
						aria-controls={settingsOpen ? `${id}-settings` : undefined}
						onClick={() => props.onSettings(!settingsOpen)}
					>
						<SlidersHorizontal aria-hidden="true" />
					</IconButton>
					{editable ? (
						<IconButton label={`Delete ${name}`} size="small" onClick={props.onDelete}>
							<Trash2 aria-hidden="true" />
						</IconButton>
					) : null}
				</div>
			</div>
			<TextField line={line} name={name} editable={editable} onChange={onChange} />
			<div className="mt-2 flex flex-wrap items-end gap-3">
				{time("Start", "start_ms")}
				{time("End", "end_ms")}
				{shownVoice && editable ? (
					<VoicePicker
						compact
						value={shownVoice}
						voices={voices}
						label={`voice of ${name}`}
						onChange={({ voice_id }) => onChange({ voice_id })}
						className="h-8 min-w-36 flex-1"
					/>
				) : null}
				{editable && line.state !== "current" ? (
					<Button size="small" onClick={props.onGenerate}>
						<AudioLines aria-hidden="true" />
						Generate<span className="sr-only"> {name}</span>
					</Button>
				) : null}
			</div>
			{voice || voices.length === 0 ? null : (
				<p className="mt-2 text-[13px] text-warning">The voice of this line can't be used. Choose another one.</p>
			)}
			{/* Announced where somebody is working. */}
			<div aria-live={selected ? "polite" : undefined}>
				{line.warning ? (
					<p className="mt-2 flex items-start gap-1.5 text-[13px] text-warning">
						<TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
						{line.warning}
					</p>
				) : null}
			</div>
			{settingsOpen ? (
				<fieldset id={`${id}-settings`} className="mt-3 min-w-0 border-line border-t pt-3">
					<legend className="sr-only">Audio settings of {name}</legend>
					<LineMixing line={line} context={name} disabled={!editable} onChange={onChange} />
				</fieldset>
			) : null}
		</li>
	);
}

function StateBadge({ line }: { line: VoiceoverLine }) {
	if (line.state === "silent") return <Badge>No speech</Badge>;
	if (line.state === "outdated") return <Badge tone="warning">Changed</Badge>;
	if (line.muted) return <Badge>Muted</Badge>;
	if (line.fit?.state === "too_long") return <Badge tone="warning">Too long</Badge>;
	if (line.fit?.state === "faster") return <Badge>{line.fit.rate.toFixed(2)}× speed</Badge>;
	return <Badge tone="positive">Fits</Badge>;
}

type TextFieldProps = {
	line: VoiceoverLine;
	name: string;
	editable: boolean;
	onChange: (change: LineChange) => void;
};

/** Saved when it is left. */
function TextField({ line, name, editable, onChange }: TextFieldProps) {
	const [draft, setDraft] = useState<string | null>(null);
	return (
		<Textarea
			aria-label={`Text of ${name}`}
			placeholder="What is said here"
			dir="auto"
			maxLength={maxLineCharacters}
			readOnly={!editable}
			value={draft ?? line.text}
			onChange={(event) => setDraft(event.target.value)}
			onBlur={() => {
				if (draft !== null && draft !== line.text) onChange({ text: draft });
				setDraft(null);
			}}
			className="mt-2 min-h-16"
		/>
	);
}
