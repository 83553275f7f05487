import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { useUpdateSample } from "../voices.professional.queries.ts";

const minSeconds = 1;

/** Parses the inputs into milliseconds, or returns an error. */
export function parseTrim(
	from: string,
	to: string,
	seconds: number,
): { start: number; end: number } | { error: string } {
	const [start, end] = [Number(from), Number(to)];
	if (from.trim() === "" || to.trim() === "" || !Number.isFinite(start) || !Number.isFinite(end))
		return { error: "Enter both times in seconds." };
	if (start < 0 || end > seconds + 0.05) return { error: `Times must be between 0 and ${seconds.toFixed(1)} seconds.` };
	if (end - start < minSeconds) return { error: "Keep at least one second." };
	return { start: Math.round(start * 1000), end: Math.round(Math.min(end, seconds) * 1000) };
}

type SampleTrimProps = { voiceId: string; sample: VoiceSample; onDone: () => void };

/** Selects the part of a recording to use. The rest is kept and can be restored. */
export function SampleTrim({ voiceId, sample, onDone }: SampleTrimProps) {
	const seconds = sample.duration_secs ?? 0;
	const [from, setFrom] = useState(((sample.trim_start ?? 0) / 1000).toFixed(1));
	const [to, setTo] = useState(((sample.trim_end ?? seconds * 1000) / 1000).toFixed(1));
	const [error, setError] = useState<string>();
	const saving = useUpdateSample(voiceId, sample.sample_id);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const trim = parseTrim(from, to, seconds);
		setError("error" in trim ? trim.error : undefined);
		if ("error" in trim) return;
		saving.mutate(
			{ trim_start_time: trim.start, trim_end_time: trim.end },
			{ onSuccess: onDone, onError: (error) => setError(messageOf(error)) },
		);
	};
	return (
		<form onSubmit={submit} noValidate className="mt-3 flex flex-wrap items-end gap-3 pb-1">
			<Field label="Start (seconds)" className="w-28">
				{(control) => (
					<Input {...control} inputMode="decimal" value={from} onChange={(event) => setFrom(event.target.value)} />
				)}
			</Field>
			<Field label="End (seconds)" className="w-28">
				{(control) => (
					<Input {...control} inputMode="decimal" value={to} onChange={(event) => setTo(event.target.value)} />
				)}
			</Field>
			<Button type="submit" busy={saving.isPending}>
				Trim
			</Button>
			{error ? (
				<p role="alert" className="w-full text-[13px] text-danger">
					{error}
				</p>
			) : null}
		</form>
	);
}
