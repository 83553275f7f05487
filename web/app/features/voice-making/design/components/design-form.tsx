import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { WandSparkles } from "lucide-react";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useDraft } from "../../../../lib/forms/draft.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { AgreementNotice } from "../../../privacy/privacy.agreement-notice.public.tsx";
import { useDesignJob } from "../design.queries.ts";
import { defaultDesign, designForm, designRequest, formatCost, maxDescription } from "../model/design-form.ts";
import { isUnfinished } from "../model/design-job.ts";
import { DesignOptions } from "./design-options.tsx";
import { DesignResult } from "./design-result.tsx";
import { UnderstoodWords } from "./understood-words.tsx";

const examples = [
	"A calm older man with a deep voice and a British accent, slow, for audiobooks",
	"A bright, lively young woman who speaks fast, for short videos",
	"A neutral American voice of medium pitch, clear and unhurried, for instructions",
];

/** Turns a description into three previews to choose from. */
export function DesignForm() {
	const [draft, setDraft] = useDraft("voice-design");
	const form = useForm({
		resolver: zodForm(designForm),
		defaultValues: { ...defaultDesign, description: draft },
	});
	const { register, handleSubmit, formState, setValue, watch } = form;
	const options = useRef<HTMLDetailsElement>(null);
	const trigger = useRef<HTMLButtonElement>(null);
	const { job, creating, canceling } = useDesignJob("designed");
	const running = creating.isPending || (job !== undefined && isUnfinished(job));
	const submit = handleSubmit(
		(values) => creating.mutate(designRequest(values)),
		({ text, seed }) => {
			// A field can only show its error and get focus while the options are open.
			if ((text || seed) && options.current) options.current.open = true;
		},
	);
	const chooseExample = (example: string) => {
		setDraft(example);
		setValue("description", example, { shouldValidate: formState.isSubmitted });
	};
	return (
		<>
			<form onSubmit={submit} noValidate className="flex flex-col gap-5">
				<Field
					label="Description"
					hint="You can describe gender, age, accent, pitch, pace, brightness and expressiveness."
					error={formState.errors.description?.message}
				>
					{(ids) => (
						<Textarea
							{...ids}
							maxLength={maxDescription}
							className="min-h-28 text-[15px] leading-6"
							{...register("description", { onChange: (event) => setDraft(event.target.value) })}
						/>
					)}
				</Field>
				<UnderstoodWords description={watch("description")} />
				<ul aria-label="Examples" className="flex flex-wrap gap-2">
					{examples.map((example) => (
						<li key={example} className="min-w-0">
							<button
								type="button"
								onClick={() => chooseExample(example)}
								className="rounded-2xl border border-line bg-raised px-3 py-1 text-left text-[13px] text-muted transition-colors hover:border-control hover:text-ink"
							>
								{example}
							</button>
						</li>
					))}
				</ul>
				<DesignOptions form={form} detailsRef={options} />
				<AgreementNotice term="voice_design" />
				{creating.isError ? <FormError>{messageOf(creating.error)}</FormError> : null}
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<Button type="submit" variant="primary" size="large" busy={running} ref={trigger}>
						{running ? null : <WandSparkles aria-hidden="true" />}
						Generate previews
					</Button>
					<p className="text-[13px] text-muted">{formatCost(watch("text"))} Saving a voice is free.</p>
				</div>
			</form>
			<DesignResult
				job={job}
				kind="designed"
				canceling={canceling.isPending}
				onCancel={(id) => canceling.mutate(id, { onSuccess: () => trigger.current?.focus() })}
			/>
		</>
	);
}
