import { useQuery } from "@tanstack/react-query";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { type ReactNode, useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { counted, dateOf } from "../../../../lib/text/format.ts";
import { projectQuery } from "../../studio.queries.ts";
import { useAcceptImport } from "../imports.queries.ts";
import { chosenPositions, describeDocument, reviewForm, selectionText, suggestedName } from "../model/review.ts";
import { ChapterChoice } from "./chapter-choice.tsx";
import { LeftOut } from "./left-out.tsx";

type ImportReviewProps = {
	found: DocumentImport;
	document: NonNullable<DocumentImport["document"]>;
	heading: (actions: ReactNode) => ReactNode;
	/** Called with the chapters that the project has before the new ones. */
	onAccept: (chapterIds: readonly string[]) => void;
};

/** What was found in a document: which chapters become part of a project, and what is left out of their text. */
export function ImportReview({ found, document, heading, onAccept }: ImportReviewProps) {
	const formId = useId();
	const accept = useAcceptImport(found.import_id);
	const project = useQuery({ ...projectQuery(found.project_id ?? ""), enabled: found.project_id !== null }).data;
	const isNew = found.project_id === null;
	const { register, control, handleSubmit, formState, setError, watch } = useForm({
		resolver: zodForm(reviewForm(isNew)),
		defaultValues: { name: suggestedName(found), chapters: document.chapters.map((_, at) => at), keep: [] },
	});
	const selected = watch("chapters");
	const submit = handleSubmit(async ({ name, chapters, keep }) => {
		onAccept(project?.chapters_order ?? []);
		try {
			await accept.mutateAsync({
				name: isNew ? name : undefined,
				chapters: chosenPositions(document.chapters.length, chapters),
				keep,
			});
		} catch (error) {
			setError("root", { message: messageOf(error) });
		}
	});
	return (
		<>
			{heading(
				<Button type="submit" form={formId} size="small" variant="primary" busy={accept.isPending}>
					{isNew ? "Create project" : `Add ${counted(selected.length, "chapter")}`}
				</Button>,
			)}
			<div className="min-h-0 flex-1 overflow-y-auto">
				<form
					id={formId}
					method="post"
					noValidate
					onSubmit={submit}
					className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-6 pb-16 md:px-8"
				>
					<div>
						<p className="truncate font-medium" title={found.source_name}>
							{found.source_name}
						</p>
						<p className="text-muted tabular">
							{counted(document.chapters.length, "chapter")}, {counted(document.words, "word")}
						</p>
						<p className="text-[13px] text-muted">
							{describeDocument(document)} · Kept until {dateOf(found.expires_at_unix)}
						</p>
					</div>
					{formState.errors.root ? <FormError>{formState.errors.root.message}</FormError> : null}
					{isNew ? (
						<Field label="Project name" error={formState.errors.name?.message}>
							{(ids) => <Input autoComplete="off" {...ids} {...register("name")} />}
						</Field>
					) : (
						<p>
							The chapters are added to the end of{" "}
							<strong className="font-medium">{project?.name ?? "the project"}</strong>.
						</p>
					)}
					<Controller
						name="keep"
						control={control}
						render={({ field }) => <LeftOut groups={document.dropped} kept={field.value} onChange={field.onChange} />}
					/>
					<Controller
						name="chapters"
						control={control}
						render={({ field }) => (
							<ChapterChoice
								chapters={document.chapters}
								selected={field.value}
								summary={selectionText(document, field.value)}
								error={formState.errors.chapters?.message}
								onChange={field.onChange}
							/>
						)}
					/>
				</form>
			</div>
		</>
	);
}
