import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { WandSparkles } from "lucide-react";
import { useRef } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { AgreementNotice } from "../../../privacy/privacy.agreement-notice.public.tsx";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { useDesignJob } from "../design.queries.ts";
import { formatCost } from "../model/design-form.ts";
import { isUnfinished } from "../model/design-job.ts";
import { DesignResult } from "./design-result.tsx";
import { UnderstoodWords } from "./understood-words.tsx";

const minPrompt = 5;
const defaultStrength = 0.5;

const remixForm = z.object({
	prompt: z.string().trim().min(minPrompt, "Describe what to change, for example: deeper and slower."),
	strength: z.number(),
});

type RemixFormProps = { voices: Voice[]; source: Voice; onChoose: (voice: Voice) => void };

/** Generates three variations of a voice. The original does not change. */
export function RemixForm({ voices, source, onChoose }: RemixFormProps) {
	const { register, control, handleSubmit, formState, watch } = useForm({
		resolver: zodForm(remixForm),
		defaultValues: { prompt: "", strength: defaultStrength },
	});
	const trigger = useRef<HTMLButtonElement>(null);
	const { job, creating, canceling } = useDesignJob("remixed");
	const running = creating.isPending || (job !== undefined && isUnfinished(job));
	const submit = handleSubmit(({ prompt, strength }) =>
		creating.mutate({ voice_description: prompt, voice_id: source.voice_id, prompt_strength: strength }),
	);
	return (
		<>
			<form onSubmit={submit} noValidate className="flex flex-col gap-5">
				<div className="flex flex-col gap-1.5">
					<span className="font-medium text-[13px]">Voice</span>
					<VoicePicker voices={voices} value={source} onChange={onChoose} className="max-w-md" />
				</div>
				<Field
					label="What to change"
					hint="Deeper, higher, slower, faster, brighter, warmer, livelier, calmer or a different accent."
					error={formState.errors.prompt?.message}
				>
					{(ids) => (
						<Textarea {...ids} maxLength={1_000} className="min-h-20 text-[15px] leading-6" {...register("prompt")} />
					)}
				</Field>
				<UnderstoodWords description={watch("prompt")} />
				<Controller
					name="strength"
					control={control}
					render={({ field }) => <StrengthSlider value={field.value} onChange={field.onChange} />}
				/>
				<AgreementNotice term="voice_design" />
				{creating.isError ? <FormError>{messageOf(creating.error)}</FormError> : null}
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<Button type="submit" variant="primary" size="large" busy={running} ref={trigger}>
						{running ? null : <WandSparkles aria-hidden="true" />}
						Generate variations
					</Button>
					<p className="text-[13px] text-muted">{formatCost("")} Saving a voice is free.</p>
				</div>
			</form>
			<DesignResult
				job={job}
				kind="remixed"
				canceling={canceling.isPending}
				onCancel={(id) => canceling.mutate(id, { onSuccess: () => trigger.current?.focus() })}
			/>
		</>
	);
}

function StrengthSlider({ value, onChange }: { value: number; onChange: (value: number) => void }) {
	const percent = `${Math.round(value * 100)}%`;
	return (
		<div className="max-w-md">
			<div className="flex justify-between gap-3">
				<Label>Prompt strength</Label>
				<span className="text-[13px] text-muted tabular">{percent}</span>
			</div>
			<Slider
				label="Prompt strength"
				value={value}
				min={0.1}
				max={1}
				step={0.1}
				valueText={percent}
				onChange={onChange}
				className="mt-1.5"
			/>
		</div>
	);
}
