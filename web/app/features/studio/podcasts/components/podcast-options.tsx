import { podcastScales } from "@timbre/contract/studio/rules.ts";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Controller } from "react-hook-form";
import { type PodcastFormState, podcastLengths } from "../model/podcast-form.ts";

const lengths = podcastScales.map((value) => ({ value, label: podcastLengths[value] }));

/** Length and wording of a podcast. */
export function PodcastOptions({ form }: { form: PodcastFormState }) {
	const { errors } = form.formState;
	return (
		<>
			<Field label="Length" hint="It is shorter if the sources have less to say.">
				{({ id }) => (
					<Controller
						name="scale"
						control={form.control}
						render={({ field }) => (
							<Select id={id} value={field.value} options={lengths} onChange={field.onChange} className="sm:w-64" />
						)}
					/>
				)}
			</Field>
			<details className="rounded-card border border-line">
				<summary className="cursor-pointer select-none px-4 py-2.5 font-medium text-[13px]">More options</summary>
				<div className="flex flex-col gap-5 px-4 pt-2 pb-4">
					<Field label="Introduction" hint="The host says this first." error={errors.intro?.message}>
						{(control) => <Textarea className="min-h-16" {...control} {...form.register("intro")} />}
					</Field>
					<Field label="Ending" hint="The host says this last." error={errors.outro?.message}>
						{(control) => <Textarea className="min-h-16" {...control} {...form.register("outro")} />}
					</Field>
					<Field label="Must be mentioned" hint="One subject per line." error={errors.highlights?.message}>
						{(control) => <Textarea className="min-h-16" {...control} {...form.register("highlights")} />}
					</Field>
					<Field
						label="Wishes"
						hint="Used only if this server has a language model. Otherwise rules choose sentences of the sources."
						error={errors.instructions?.message}
					>
						{(control) => <Textarea className="min-h-16" {...control} {...form.register("instructions")} />}
					</Field>
				</div>
			</details>
		</>
	);
}
