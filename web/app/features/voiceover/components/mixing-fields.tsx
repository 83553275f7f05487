import {
	gainLimitsDb,
	maxDuckDb,
	maxFadeMs,
	maxTracks,
	maxVoiceoverSeconds,
	speedLimits,
} from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverClip, VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { parseNumber, secondsText } from "../model/times.ts";
import type { ClipChange, LineChange, Mixing } from "../voiceover.queries.ts";
import { CommitField } from "./commit-field.tsx";

type NumberFieldProps = {
	label: string;
	context: string;
	value: number;
	limits: readonly [number, number];
	unit: string;
	disabled: boolean;
	onSave: (value: number) => void;
};

function NumberField({ label, context, value, limits, unit, disabled, onSave }: NumberFieldProps) {
	return (
		<CommitField
			label={`${label} (${unit})`}
			context={context}
			value={String(value)}
			disabled={disabled}
			parse={(text) => {
				const parsed = parseNumber(text, limits);
				return parsed === undefined
					? `Enter a number from ${limits[0]} to ${limits[1]}.`
					: { save: () => onSave(parsed) };
			}}
		/>
	);
}

type MixingFieldsProps = {
	context: string;
	mixing: Mixing;
	/** The audio of a video can't be trimmed. */
	trims: boolean;
	disabled: boolean;
	onChange: (change: Partial<Mixing>) => void;
};

function MixingFields({ context, mixing, trims, disabled, onChange }: MixingFieldsProps) {
	const seconds = (
		label: string,
		field: "trim_start_ms" | "trim_end_ms" | "fade_in_ms" | "fade_out_ms",
		maxMs: number,
	) => (
		<NumberField
			key={field}
			label={label}
			context={context}
			unit="s"
			value={Number(secondsText(mixing[field]))}
			limits={[0, maxMs / 1000]}
			disabled={disabled}
			onSave={(value) => onChange({ [field]: Math.round(value * 1000) })}
		/>
	);
	return (
		<>
			<NumberField
				label="Volume"
				context={context}
				unit="dB"
				value={mixing.gain_db}
				limits={gainLimitsDb}
				disabled={disabled}
				onSave={(gain_db) => onChange({ gain_db })}
			/>
			{seconds("Fade in", "fade_in_ms", maxFadeMs)}
			{seconds("Fade out", "fade_out_ms", maxFadeMs)}
			{trims ? seconds("Trim start", "trim_start_ms", maxVoiceoverSeconds * 1000) : null}
			{trims ? seconds("Trim end", "trim_end_ms", maxVoiceoverSeconds * 1000) : null}
			<Checkbox
				label="Mute"
				aria-label={`Mute ${context}`}
				checked={mixing.muted}
				disabled={disabled}
				onChange={(muted) => onChange({ muted })}
				className="self-end pb-1.5"
			/>
		</>
	);
}

const grid = "grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3";

type LineMixingProps = {
	line: VoiceoverLine;
	context: string;
	disabled: boolean;
	onChange: (change: LineChange) => void;
};

export function LineMixing({ line, context, disabled, onChange }: LineMixingProps) {
	return (
		<div className={grid}>
			<MixingFields context={context} mixing={line} trims disabled={disabled} onChange={onChange} />
			<NumberField
				label="Lower other tracks by"
				context={context}
				unit="dB"
				value={line.duck_db}
				limits={[0, maxDuckDb]}
				disabled={disabled}
				onSave={(duck_db) => onChange({ duck_db })}
			/>
			<NumberField
				label="Voice speed"
				context={context}
				unit="times"
				value={line.speed ?? 1}
				limits={speedLimits}
				disabled={disabled}
				onSave={(speed) => onChange({ speed: speed === 1 ? null : speed })}
			/>
		</div>
	);
}

type ClipMixingProps = {
	clip: VoiceoverClip;
	context: string;
	disabled: boolean;
	onChange: (change: ClipChange) => void;
};

export function ClipMixing({ clip, context, disabled, onChange }: ClipMixingProps) {
	return (
		<div className={grid}>
			{clip.kind === "sound" ? (
				<>
					<NumberField
						label="Starts at"
						context={context}
						unit="s"
						value={Number(secondsText(clip.offset_ms))}
						limits={[0, maxVoiceoverSeconds]}
						disabled={disabled}
						onSave={(value) => onChange({ offset_ms: Math.round(value * 1000) })}
					/>
					<div className="flex flex-col gap-1">
						<span aria-hidden="true" className="text-[13px] text-muted">
							Track
						</span>
						<Select
							label={`Track of ${context}`}
							value={String(clip.track)}
							disabled={disabled}
							options={Array.from({ length: maxTracks }, (_, at) => ({
								value: String(at + 1),
								label: `Track ${at + 1}`,
							}))}
							onChange={(track) => onChange({ track: Number(track) })}
							className="h-8 px-2"
						/>
					</div>
				</>
			) : null}
			<MixingFields context={context} mixing={clip} trims={!clip.has_picture} disabled={disabled} onChange={onChange} />
		</div>
	);
}
