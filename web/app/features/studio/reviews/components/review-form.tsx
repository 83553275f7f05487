import type { Chapter } from "@timbre/contract/studio/project-schemas.ts";
import { defaultReviewDays, maxReviewDays, maxReviewLabelCharacters } from "@timbre/contract/studio/review/rules.ts";
import { reviewLabel } from "@timbre/contract/studio/review/schemas.ts";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import type { NewReview } from "../reviews.queries.ts";

const reviewForm = z.object({ label: reviewLabel });
const dayOptions = [1, 7, defaultReviewDays, 30, maxReviewDays].map((days) => ({
	value: String(days),
	label: days === 1 ? "1 day" : `${days} days`,
}));
const everyChapter = "all";
const someChapters = "some";

type ReviewFormProps = {
	id: string;
	chapters: readonly Chapter[];
	error: Error | null;
	onSubmit: (review: NewReview) => void;
};

/** What a new link is for, what it shows and what guests can do. */
export function ReviewForm({ id, chapters, error, onSubmit }: ReviewFormProps) {
	const [scope, setScope] = useState(everyChapter);
	const [chosen, setChosen] = useState<readonly string[]>([]);
	const [mayComment, setMayComment] = useState(true);
	const [mayApprove, setMayApprove] = useState(true);
	const [days, setDays] = useState(String(defaultReviewDays));
	const [isMissing, setMissing] = useState(false);
	const { register, handleSubmit, formState, setFocus } = useForm({
		resolver: zodForm(reviewForm),
		defaultValues: { label: "" },
	});
	useEffect(() => setFocus("label"), [setFocus]);
	const submit = handleSubmit(({ label }) => {
		const isEmpty = scope === someChapters && chosen.length === 0;
		setMissing(isEmpty);
		if (isEmpty) return;
		onSubmit({
			label,
			chapter_ids: scope === everyChapter ? null : [...chosen],
			may_comment: mayComment,
			may_approve: mayApprove,
			expires_in_days: Number(days),
		});
	});
	const choose = (chapterId: string, on: boolean) => {
		setMissing(false);
		setChosen((before) => (on ? [...before, chapterId] : before.filter((other) => other !== chapterId)));
	};
	return (
		<form id={id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
			<Field label="Label" hint="For you and your reviewers, such as a name." error={formState.errors.label?.message}>
				{(control) => (
					<Input {...control} autoComplete="off" maxLength={maxReviewLabelCharacters} {...register("label")} />
				)}
			</Field>
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="Chapters">
					{(control) => (
						<Select
							id={control.id}
							value={scope}
							options={[
								{ value: everyChapter, label: "All, also new ones" },
								{ value: someChapters, label: "Chosen ones" },
							]}
							onChange={setScope}
						/>
					)}
				</Field>
				<Field label="Link works for">
					{(control) => <Select id={control.id} value={days} options={dayOptions} onChange={setDays} />}
				</Field>
			</div>
			{scope === someChapters ? (
				<fieldset className="max-h-48 overflow-y-auto rounded-control border border-line p-3">
					<legend className="sr-only">Chapters that the link shows</legend>
					<div className="flex flex-col gap-2.5">
						{chapters.map(({ chapter_id, name }) => (
							<Checkbox
								key={chapter_id}
								label={name}
								checked={chosen.includes(chapter_id)}
								onChange={(on) => choose(chapter_id, on)}
							/>
						))}
					</div>
				</fieldset>
			) : null}
			{isMissing ? <FormError>Choose at least one chapter.</FormError> : null}
			<fieldset className="flex flex-col gap-2.5">
				<legend className="mb-2 font-medium text-[13px]">Reviewers can</legend>
				<Checkbox label="Comment at a time" checked={mayComment} onChange={setMayComment} />
				<Checkbox label="Approve chapters" checked={mayApprove} onChange={setMayApprove} />
			</fieldset>
			{error ? <FormError>{messageOf(error)}</FormError> : null}
		</form>
	);
}
