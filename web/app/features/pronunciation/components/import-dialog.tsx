import { useMutation } from "@tanstack/react-query";
import { maxLexiconBytes } from "@timbre/contract/pronunciation/rules.ts";
import { dictionaryName } from "@timbre/contract/pronunciation/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { messageOf } from "../../../lib/api/api-error.ts";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { counted } from "../../../lib/text/format.ts";
import { dictionaryPath, importLexicon, useInvalidate } from "../pronunciation.queries.ts";

const importForm = z.object({
	file: z.custom<File | null>().transform((file, context) => {
		if (file && file.size <= maxLexiconBytes) return file;
		const message = file ? "That file is over 5 MB. Split it into smaller ones." : "Choose a file.";
		context.addIssue({ code: "custom", message });
		return z.NEVER;
	}),
	name: dictionaryName,
});

/** Creates a dictionary from a lexicon file. Mount it only while it is open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const navigate = useNavigate();
	const invalidate = useInvalidate();
	const { register, handleSubmit, formState, getValues, setError, setValue } = useForm({
		resolver: zodForm(importForm),
		defaultValues: { file: null as File | null, name: "" },
	});
	const importing = useMutation({
		mutationFn: ({ name, file }: { name: string; file: File }) => importLexicon(name.trim(), file),
		onSuccess: async (created) => {
			toaster.show({ tone: "positive", title: `Imported ${counted(created.version_rules_num, "rule")}` });
			await invalidate();
			onClose();
			await navigate(dictionaryPath(created.id));
		},
		onError: (error) => setError("file", { message: messageOf(error) }),
	});
	const choose = (file: File | null) => {
		// Report a file that is too large before the rest is filled in.
		setValue("file", file, { shouldValidate: true });
		if (!file || getValues("name").trim() !== "") return;
		const name = file.name.replace(/\.(pls|xml|txt)$/i, "").slice(0, 100);
		setValue("name", name, { shouldValidate: formState.isSubmitted });
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Import lexicon"
			description="Creates a dictionary from a pronunciation lexicon (PLS), such as one exported from Timbre or another tool."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={importing.isPending}>
						Import
					</Button>
				</>
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				onSubmit={handleSubmit((lexicon) => importing.mutate(lexicon))}
				className="flex flex-col gap-4 px-px pb-px"
			>
				<Field label="File" hint="PLS or XML, up to 5 MB." error={formState.errors.file?.message}>
					{(ids) => (
						<Input
							type="file"
							accept=".pls,.xml,.txt,application/pls+xml,text/xml,application/xml,text/plain"
							className="py-1.5 file:mr-3 file:font-medium file:text-ink"
							{...ids}
							onChange={(event) => choose(event.target.files?.[0] ?? null)}
						/>
					)}
				</Field>
				<Field label="Name" error={formState.errors.name?.message}>
					{(ids) => <Input autoComplete="off" {...ids} {...register("name")} />}
				</Field>
			</form>
		</Dialog>
	);
}
