import { useMutation, useQueryClient } from "@tanstack/react-query";
import { designEndpoints } from "@timbre/contract/voices.design.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { FormError } from "@timbre/ui/primitives/form-error.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { WandSparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../../../lib/api.ts";
import { messageOf } from "../../../lib/api-error.ts";
import { useDraft } from "../../../lib/draft.ts";
import { costWords, DesignOptions, type DesignWishes, noWishes, wishesBody, wishesFault } from "./design-options.tsx";
import { DesignResult } from "./design-result.tsx";
import { focusFault } from "./focus-fault.ts";
import { keepDesign, readKeptDesign } from "./kept-design.ts";
import { useStoppable } from "./use-stoppable.ts";

const examples = [
	"A calm older man with a deep voice and a British accent, slow, for audiobooks",
	"A bright, lively young woman who speaks fast, for short videos",
	"A neutral American voice of medium pitch, clear and unhurried, for instructions",
];

const [least, most] = [20, 1_000];

/** A description becomes three voices to choose from. */
export function DesignForm() {
	const [description, setDescription] = useDraft("voice-design");
	const [wishes, setWishes] = useState<DesignWishes>(noWishes);
	const [asked, setAsked] = useState(false);
	const queryClient = useQueryClient();
	const [kept, setKept] = useState(() => readKeptDesign());
	const stoppable = useStoppable();
	const designing = useMutation({
		mutationFn: (voice_description: string) =>
			call(designEndpoints.designVoice, {
				query: {},
				body: { voice_description, ...wishesBody(wishes), stream_previews: true },
				signal: stoppable.signal(),
			}),
		// Also when the page was left meanwhile: they are there for who comes back.
		onSuccess: (result, asked) => {
			keepDesign({ description: asked, result });
			setKept({ description: asked, result });
		},
		onSettled: () => queryClient.invalidateQueries({ queryKey: ["usage"] }),
	});
	const words = description.trim();
	const fault =
		words.length < least
			? `Say a little more: at least ${least} characters, now ${words.length}.`
			: wishesFault(wishes);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setAsked(true);
		if (fault) focusFault(event.currentTarget);
		else designing.mutate(words);
	};
	return (
		<>
			<form onSubmit={submit} noValidate className="flex flex-col gap-5">
				<Field
					label="Description"
					hint="Gender, age, accent, pitch, pace, how bright and how lively. Other words are understood only where they mean one of these."
					error={asked ? (fault ?? undefined) : undefined}
				>
					{(control) => (
						<Textarea
							{...control}
							value={description}
							maxLength={most}
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
				<DesignOptions value={wishes} onChange={setWishes} />
				{designing.isError ? <FormError>{messageOf(designing.error)}</FormError> : null}
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<Button type="submit" variant="primary" size="large" busy={designing.isPending} ref={stoppable.begin}>
						{designing.isPending ? null : <WandSparkles aria-hidden="true" />}
						Design three voices
					</Button>
					<p className="text-[13px] text-muted">{costWords(wishes.text)} Saving a voice is free.</p>
				</div>
			</form>
			<DesignResult
				pending={designing.isPending}
				result={designing.isIdle || designing.isSuccess ? kept?.result : undefined}
				isNew={designing.isSuccess}
				description={kept?.description ?? words}
				kind="designed"
				onStop={() => {
					designing.reset();
					stoppable.stop();
				}}
			/>
		</>
	);
}
