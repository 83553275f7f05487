import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { FoundPassage } from "@timbre/contract/studio/search.ts";
import { searchOptions } from "@timbre/contract/studio/search-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Link } from "react-router";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { counted } from "../../../../lib/text/format.ts";
import { canChange } from "../../studio.queries.ts";
import { useReplaceInProject, useSearchProject } from "../search.queries.ts";

type SearchDialogProps = { project: ProjectDetails; onOpenChapter: () => void; onClose: () => void };

const choices = [
	{ name: "match_case", label: "Match case" },
	{ name: "whole_words", label: "Whole words" },
] as const;

/** Finds a text in all chapters of a project and replaces it. Mount it only while it is open. */
export function SearchDialog(props: SearchDialogProps) {
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title={canChange(props.project) ? "Find and replace" : "Find"}
			description="In all chapters of this project."
			className="max-w-xl"
		>
			<Search {...props} />
		</Dialog>
	);
}

function Search({ project, onOpenChapter }: SearchDialogProps) {
	const search = useSearchProject(project.project_id);
	const replace = useReplaceInProject(project.project_id);
	const [status, setStatus] = useState("");
	const { register, control, handleSubmit, formState, setError, setFocus } = useForm({
		resolver: zodForm(searchOptions),
		defaultValues: { query: "", replacement: "", match_case: false, whole_words: false },
	});
	useEffect(() => setFocus("query"), [setFocus]);
	const editable = canChange(project);
	const find = handleSubmit(({ replacement: _, ...query }) =>
		search
			.mutateAsync(query)
			.then(({ total, chapters }) =>
				setStatus(total === 0 ? "Not found." : `Found ${counted(total, "time")} in ${counted(chapters, "chapter")}.`),
			)
			.catch((error: unknown) => setError("query", { message: messageOf(error) })),
	);
	const replaceAll = handleSubmit((options) =>
		replace
			.mutateAsync(options)
			.then(({ replaced, chapters }) => {
				search.reset();
				setStatus(
					replaced === 0
						? "Not found. Nothing was replaced."
						: `Replaced ${counted(replaced, "time")} in ${counted(chapters, "chapter")}.`,
				);
			})
			.catch((error: unknown) => setError("replacement", { message: messageOf(error) })),
	);
	const passages = search.data?.passages ?? [];
	return (
		<>
			<form method="post" noValidate onSubmit={find} className="flex flex-col gap-4 p-px">
				<Field label="Find" error={formState.errors.query?.message}>
					{(props) => <Input autoComplete="off" {...props} {...register("query")} />}
				</Field>
				{editable ? (
					<Field label="Replace with" error={formState.errors.replacement?.message}>
						{(props) => <Input autoComplete="off" {...props} {...register("replacement")} />}
					</Field>
				) : null}
				<div className="flex flex-wrap gap-x-6 gap-y-2">
					{choices.map(({ name, label }) => (
						<Controller
							key={name}
							name={name}
							control={control}
							render={({ field: { value, onChange } }) => (
								<Checkbox label={label} checked={value ?? false} onChange={onChange} />
							)}
						/>
					))}
				</div>
				<div className="flex flex-wrap gap-2">
					<Button type="submit" variant="primary" busy={search.isPending} disabled={replace.isPending}>
						Find
					</Button>
					{editable ? (
						<Button onClick={() => void replaceAll()} busy={replace.isPending} disabled={search.isPending}>
							Replace all
						</Button>
					) : null}
				</div>
			</form>
			<p role="status" className="mt-4 text-muted empty:hidden">
				{status}
			</p>
			{passages.length > 0 ? (
				<Passages project={project} passages={passages} onOpen={onOpenChapter} total={search.data?.total ?? 0} />
			) : null}
		</>
	);
}

type PassagesProps = { project: ProjectDetails; passages: FoundPassage[]; total: number; onOpen: () => void };

function Passages({ project, passages, total, onOpen }: PassagesProps) {
	const names = new Map(project.chapters.map(({ chapter_id, name }) => [chapter_id, name]));
	return (
		<>
			<ul aria-label="Passages" className="mt-3 flex flex-col rounded-card border border-line">
				{passages.map(({ chapter_id, block_id, start, before, text, after }) => (
					<li key={`${chapter_id} ${block_id} ${start}`} className="border-line border-b last:border-b-0">
						<Link
							to={`?chapter=${chapter_id}`}
							onClick={onOpen}
							className="block break-words rounded-control px-3 py-2 hover:bg-hover"
						>
							<span className="block text-[13px] text-muted">{names.get(chapter_id) ?? "Chapter"}</span>
							{before}
							<mark className="rounded-sm bg-warning/25 text-ink">{text}</mark>
							{after}
						</Link>
					</li>
				))}
			</ul>
			{total > passages.length ? (
				<p className="mt-2 text-[13px] text-muted">The first {passages.length} are listed.</p>
			) : null}
		</>
	);
}
