import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import type { PodcastFormState } from "../model/podcast-form.ts";

/** What a podcast is about. */
export function PodcastSources({ form }: { form: PodcastFormState }) {
	const { errors } = form.formState;
	return (
		<>
			<Field
				label="Web pages"
				hint="Public articles or links to documents, one URL per line."
				error={errors.urls?.message}
			>
				{(control) => (
					<Textarea
						inputMode="url"
						autoComplete="off"
						spellCheck={false}
						placeholder="https://example.com/story.html"
						className="min-h-16"
						{...control}
						{...form.register("urls")}
					/>
				)}
			</Field>
			<Field label="Text" hint="Up to 200,000 characters." error={errors.text?.message}>
				{(control) => <Textarea {...control} {...form.register("text")} />}
			</Field>
		</>
	);
}
