import { useMutation } from "@tanstack/react-query";
import { dictionaryName, maxLexiconBytes } from "@timbre/contract/pronunciation/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { counted } from "../../../lib/format.ts";
import { toaster } from "../../../lib/toaster.ts";
import { dictionaryPath, importLexicon, useInvalidate } from "../pronunciation.queries.ts";

/** Creates a dictionary from a lexicon file. Mount it only while it is open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
	const formId = useId();
	const navigate = useNavigate();
	const invalidate = useInvalidate();
	const [name, setName] = useState("");
	const [file, setFile] = useState<File | null>(null);
	const [submitted, setSubmitted] = useState(false);
	const importing = useMutation({
		mutationFn: (lexicon: File) => importLexicon(name.trim(), lexicon),
		onSuccess: async (created) => {
			toaster.show({ tone: "positive", title: `Imported ${counted(created.version_rules_num, "rule")}` });
			await invalidate();
			onClose();
			await navigate(dictionaryPath(created.id));
		},
	});
	const nameError = submitted ? dictionaryName.safeParse(name).error?.issues[0]?.message : undefined;
	const choose = (chosen: File | null) => {
		setFile(chosen);
		importing.reset();
		if (chosen && name.trim() === "") setName(chosen.name.replace(/\.(pls|xml|txt)$/i, "").slice(0, 100));
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setSubmitted(true);
		if (file && file.size <= maxLexiconBytes && dictionaryName.safeParse(name).success) importing.mutate(file);
	};
	const fileError =
		submitted && !file
			? "Choose a file."
			: file && file.size > maxLexiconBytes
				? "That file is over 5 MB. Split it into smaller ones."
				: importing.error?.message;
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
			<form id={formId} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4 px-px pb-px">
				<Field label="File" hint="PLS or XML, up to 5 MB." error={fileError}>
					{(control) => (
						<Input
							type="file"
							accept=".pls,.xml,.txt,application/pls+xml,text/xml,application/xml,text/plain"
							className="py-1.5 file:mr-3 file:font-medium file:text-ink"
							{...control}
							onChange={(event) => choose(event.target.files?.[0] ?? null)}
						/>
					)}
				</Field>
				<Field label="Name" error={nameError}>
					{(control) => (
						<Input autoComplete="off" {...control} value={name} onChange={(event) => setName(event.target.value)} />
					)}
				</Field>
			</form>
		</Dialog>
	);
}
