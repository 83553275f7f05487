import { useQuery } from "@tanstack/react-query";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { libraryAges, libraryGenders, libraryUseCases } from "@timbre/contract/voice-library/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { languagesQuery } from "../../../models/models.public.ts";
import { formatLabel } from "../../voices.format.public.ts";
import { editedLabels, unspecified } from "../model/edited-labels.ts";
import { useEditVoice } from "../own.queries.ts";

const form = z.object({
	name: z.string().trim().min(1, "Enter a name.").max(100),
	description: z.string().trim().max(500),
	gender: z.string(),
	age: z.string(),
	use_case: z.string(),
	accent: z.string().trim().max(40),
	descriptive: z.string().trim().max(40),
});
type Fields = z.output<typeof form>;

/** Edits the name, description and labels of a voice. Mounted only while open. */
export function EditDialog({ voice, onClose }: { voice: Voice; onClose: () => void }) {
	const formId = useId();
	const saving = useEditVoice(voice.voice_id);
	const { labels } = voice;
	const { data: languages } = useQuery(languagesQuery);
	const accents =
		languages?.find(({ languageCode }) => languageCode === primaryLanguage(voice.language))?.accents ?? [];
	const { register, control, handleSubmit, formState, setError } = useForm<Fields>({
		resolver: zodForm(form),
		defaultValues: {
			name: voice.name,
			description: voice.description ?? "",
			gender: labels.gender || unspecified,
			age: labels.age || unspecified,
			use_case: labels.use_case || unspecified,
			accent: labels.accent ?? "",
			descriptive: labels.descriptive ?? "",
		},
	});
	const { errors } = formState;
	const choice = (name: "gender" | "age" | "use_case", label: string, values: readonly string[]) => (
		<Controller
			name={name}
			control={control}
			render={({ field }) => (
				<Field label={label}>
					{({ id }) => (
						<Select
							id={id}
							value={field.value}
							onChange={field.onChange}
							options={[
								{ value: unspecified, label: "Not specified" },
								...[...new Set([...values, ...(field.value === unspecified ? [] : [field.value])])].map((value) => ({
									value,
									label: formatLabel(value),
								})),
							]}
						/>
					)}
				</Field>
			)}
		/>
	);
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Edit voice"
			description="Saving uses one of your monthly edits."
			className="max-w-lg"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
						Save
					</Button>
				</>
			}
		>
			<form
				id={formId}
				noValidate
				method="post"
				className="flex flex-col gap-4 px-px pb-px"
				onSubmit={handleSubmit(({ name, description, ...edited }) =>
					saving.mutate(
						{ name, description, labels: editedLabels(labels, edited) },
						{ onSuccess: onClose, onError: (error) => setError("name", { message: messageOf(error) }) },
					),
				)}
			>
				<Field label="Name" error={errors.name?.message}>
					{(field) => <Input autoFocus autoComplete="off" {...field} {...register("name")} />}
				</Field>
				<Field label="Description" error={errors.description?.message}>
					{(field) => <Textarea {...field} {...register("description")} />}
				</Field>
				<div className="grid gap-4 sm:grid-cols-3">
					{choice("gender", "Gender", libraryGenders)}
					{choice("age", "Age", libraryAges)}
					{choice("use_case", "Use case", libraryUseCases)}
				</div>
				<div className="grid gap-4 sm:grid-cols-2">
					<Field label="Accent" error={errors.accent?.message}>
						{(field) => <Input autoComplete="off" list={`${formId}-accents`} {...field} {...register("accent")} />}
					</Field>
					<datalist id={`${formId}-accents`}>
						{accents.map(({ code, name }) => (
							<option key={code} value={name} />
						))}
					</datalist>
					<Field label="Style" hint="One word, such as calm." error={errors.descriptive?.message}>
						{(field) => <Input autoComplete="off" {...field} {...register("descriptive")} />}
					</Field>
				</div>
			</form>
		</Dialog>
	);
}
