import { useMutation, useQueryClient } from "@tanstack/react-query";
import { designEndpoints } from "@timbre/contract/voice-making/design.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { FormError } from "@timbre/ui/primitives/form-error.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { WandSparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../../../lib/api.ts";
import { messageOf } from "../../../lib/api-error.ts";
import { useDraft } from "../../../lib/draft.ts";
import {
	DesignOptions,
	type DesignSettings,
	defaultDesignSettings,
	designRequest,
	formatCost,
	validateDesign,
} from "./design-options.tsx";
import { DesignResult } from "./design-result.tsx";
import { focusFirstInvalid } from "./focus-first-invalid.ts";
import { loadStoredDesign, storeDesign } from "./stored-design.ts";
import { useCancelable } from "./use-cancelable.ts";

const examples = [
	"A calm older man with a deep voice and a British accent, slow, for audiobooks",
	"A bright, lively young woman who speaks fast, for short videos",
	"A neutral American voice of medium pitch, clear and unhurried, for instructions",
];

const [minDescription, maxDescription] = [20, 1_000];

/** Turns a description into three previews to choose from. */
export function DesignForm() {
	const [description, setDescription] = useDraft("voice-design");
	const [settings, setSettings] = useState<DesignSettings>(defaultDesignSettings);
	const [submitted, setSubmitted] = useState(false);
	const queryClient = useQueryClient();
	const [stored, setStored] = useState(() => loadStoredDesign());
	const cancelable = useCancelable();
	const designing = useMutation({
		mutationFn: (voice_description: string) =>
			call(designEndpoints.designVoice, {
				query: {},
				body: { voice_description, ...designRequest(settings), stream_previews: true },
				signal: cancelable.signal(),
			}),
		// Store the result even if the user left the page, so it's there when they return.
		onSuccess: (result, requested) => {
			storeDesign({ description: requested, result });
			setStored({ description: requested, result });
		},
		onSettled: () => queryClient.invalidateQueries({ queryKey: ["usage"] }),
	});
	const words = description.trim();
	const error =
		words.length < minDescription
			? `Use at least ${minDescription} characters. You've entered ${words.length}.`
			: validateDesign(settings);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setSubmitted(true);
		if (error) focusFirstInvalid(event.currentTarget);
		else designing.mutate(words);
	};
	return (
		<>
			<form onSubmit={submit} noValidate className="flex flex-col gap-5">
				<Field
					label="Description"
					hint="You can describe gender, age, accent, pitch, pace, brightness and expressiveness."
					error={submitted ? (error ?? undefined) : undefined}
				>
					{(control) => (
						<Textarea
							{...control}
							value={description}
							maxLength={maxDescription}
							className="min-h-28 text-[15px] leading-6"
							onChange={(event) => setDescription(event.target.value)}
						/>
					)}
				</Field>
				<ul aria-label="Examples" className="flex flex-wrap gap-2">
					{examples.map((example) => (
						<li key={example} className="min-w-0">
							<button
								type="button"
								onClick={() => setDescription(example)}
								className="rounded-2xl border border-line bg-raised px-3 py-1 text-left text-[13px] text-muted transition-colors hover:border-control hover:text-ink"
							>
								{example}
							</button>
						</li>
					))}
				</ul>
				<DesignOptions value={settings} onChange={setSettings} />
				{designing.isError ? <FormError>{messageOf(designing.error)}</FormError> : null}
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<Button type="submit" variant="primary" size="large" busy={designing.isPending} ref={cancelable.triggerRef}>
						{designing.isPending ? null : <WandSparkles aria-hidden="true" />}
						Generate previews
					</Button>
					<p className="text-[13px] text-muted">{formatCost(settings.text)} Saving a voice is free.</p>
				</div>
			</form>
			<DesignResult
				pending={designing.isPending}
				result={designing.isIdle || designing.isSuccess ? stored?.result : undefined}
				isNew={designing.isSuccess}
				description={stored?.description ?? words}
				kind="designed"
				onStop={() => {
					designing.reset();
					cancelable.stop();
				}}
			/>
		</>
	);
}
