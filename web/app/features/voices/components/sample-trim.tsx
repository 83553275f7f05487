import type { VoiceSample } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { useUpdateSample } from "../voices.professional.queries.ts";

const leastSeconds = 1;

/** Milliseconds from what was written, or why not. */
export function trimOf(from: string, to: string, seconds: number): { start: number; end: number } | { fault: string } {
	const [start, end] = [Number(from), Number(to)];
	if (from.trim() === "" || to.trim() === "" || !Number.isFinite(start) || !Number.isFinite(end))
		return { fault: "Write both times as seconds." };
	if (start < 0 || end > seconds + 0.05)
		return { fault: `The recording goes from 0 to ${seconds.toFixed(1)} seconds.` };
	if (end - start < leastSeconds) return { fault: "At least a second has to be left." };
	return { start: Math.round(start * 1000), end: Math.round(Math.min(end, seconds) * 1000) };
}

type SampleTrimProps = { voiceId: string; sample: VoiceSample; onDone: () => void };

/** Which part of a recording counts. The rest stays where it is and can be taken in again. */
export function SampleTrim({ voiceId, sample, onDone }: SampleTrimProps) {
	const seconds = sample.duration_secs ?? 0;
	const [from, setFrom] = useState(((sample.trim_start ?? 0) / 1000).toFixed(1));
	const [to, setTo] = useState(((sample.trim_end ?? seconds * 1000) / 1000).toFixed(1));
	const [fault, setFault] = useState<string>();
	const saving = useUpdateSample(voiceId, sample.sample_id);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const trim = trimOf(from, to, seconds);
		setFault("fault" in trim ? trim.fault : undefined);
		if ("fault" in trim) return;
		saving.mutate(
			{ trim_start_time: trim.start, trim_end_time: trim.end },
			{ onSuccess: onDone, onError: (error) => setFault(messageOf(error)) },
		);
	};
	return (
		<form onSubmit={submit} noValidate className="mt-3 flex flex-wrap items-end gap-3 pb-1">
			<Field label="From second" className="w-28">
				{(control) => (
					<Input {...control} inputMode="decimal" value={from} onChange={(event) => setFrom(event.target.value)} />
				)}
			</Field>
			<Field label="To second" className="w-28">
				{(control) => (
					<Input {...control} inputMode="decimal" value={to} onChange={(event) => setTo(event.target.value)} />
				)}
			</Field>
			<Button type="submit" busy={saving.isPending}>
				Trim
			</Button>
			{fault ? (
				<p role="alert" className="w-full text-[13px] text-danger">
					{fault}
				</p>
			) : null}
		</form>
	);
}
