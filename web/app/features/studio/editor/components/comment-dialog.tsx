import { maxCommentCharacters } from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { count } from "../../../../lib/text/format.ts";

type CommentDialogProps = {
	quote: string;
	busy: boolean;
	/** Rejects if the comment can't be saved; the dialog then stays open and shows the error. */
	save: (text: string) => Promise<unknown>;
	onClose: () => void;
};

const commentForm = z.object({
	text: z
		.string()
		.trim()
		.min(1, "Write a comment.")
		.max(maxCommentCharacters, `A comment can have at most ${count(maxCommentCharacters)} characters.`),
});

/** Asks for a comment on a passage. Mount it only while it is open. */
export function CommentDialog(props: CommentDialogProps) {
	const { quote, busy, onClose } = props;
	const formId = useId();
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="New comment"
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={busy}>
						Add comment
					</Button>
				</>
			}
		>
			<blockquote dir="auto" className="mb-4 line-clamp-4 break-words border-line border-l-2 pl-3 text-muted">
				{quote}
			</blockquote>
			<CommentForm id={formId} save={props.save} />
		</Dialog>
	);
}

function CommentForm({ id, save }: Pick<CommentDialogProps, "save"> & { id: string }) {
	const { register, handleSubmit, formState, setError, setFocus } = useForm({
		resolver: zodForm(commentForm),
		defaultValues: { text: "" },
	});
	useEffect(() => setFocus("text"), [setFocus]);
	const submit = handleSubmit(({ text }) =>
		save(text).catch((error: unknown) => setError("text", { message: messageOf(error) })),
	);
	return (
		<form id={id} method="post" noValidate onSubmit={submit}>
			<Field label="Comment" error={formState.errors.text?.message} className="px-px pb-px">
				{(control) => <Textarea dir="auto" {...control} {...register("text")} />}
			</Field>
		</form>
	);
}
