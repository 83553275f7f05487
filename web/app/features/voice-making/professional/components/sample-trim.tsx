import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { trimForm } from "../model/sample-trim.ts";
import { useUpdateSample } from "../professional.queries.ts";

type SampleTrimProps = { voiceId: string; sample: VoiceSample; onDone: () => void };

/** Selects the part of a recording to use. The rest is kept and can be restored. */
export function SampleTrim({ voiceId, sample, onDone }: SampleTrimProps) {
	const seconds = sample.duration_secs ?? 0;
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(trimForm(seconds)),
		defaultValues: {
			start: ((sample.trim_start ?? 0) / 1000).toFixed(1),
			end: ((sample.trim_end ?? seconds * 1000) / 1000).toFixed(1),
		},
	});
	const error = formState.errors.start ?? formState.errors.end;
	const saving = useUpdateSample(voiceId, sample.sample_id);
	const submit = handleSubmit(({ start, end }) =>
		saving.mutate(
			{ trim_start_time: start, trim_end_time: end },
			{ onSuccess: onDone, onError: (error) => setError("end", { message: messageOf(error) }) },
		),
	);
	return (
		<form onSubmit={submit} noValidate className="mt-3 flex flex-wrap items-end gap-3 pb-1">
			<Field label="Start (seconds)" className="w-28">
				{(control) => <Input {...control} inputMode="decimal" {...register("start", { deps: "end" })} />}
			</Field>
			<Field label="End (seconds)" className="w-28">
				{(control) => <Input {...control} inputMode="decimal" {...register("end")} />}
			</Field>
			<Button type="submit" busy={saving.isPending}>
				Trim
			</Button>
			{error ? (
				<p role="alert" className="w-full text-[13px] text-danger">
					{error.message}
				</p>
			) : null}
		</form>
	);
}
