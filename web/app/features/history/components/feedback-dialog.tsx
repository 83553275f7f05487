import { maxFeedbackCharacters, reviewedMessage } from "@timbre/contract/history/rules.ts";
import { feedbackForm } from "@timbre/contract/history/schemas.ts";
import type { PlayerFeedback } from "@timbre/ui/audio/player/player-item.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { complaints, type FeedbackForm, initialFeedback, isLocked, type Thumb } from "../model/feedback-rules.ts";

type FeedbackDialogProps = {
	thumb: Thumb;
	given: PlayerFeedback | null;
	onClose: () => void;
	onSend: (form: FeedbackForm) => void;
	busy: boolean;
	/** Why the server rejected it. */
	error: string | undefined;
	/** Called when the user corrects the text. */
	onEdit: () => void;
};

export function FeedbackDialog({ thumb, given, onClose, onSend, busy, error, onEdit }: FeedbackDialogProps) {
	const formId = useId();
	const locked = isLocked(given);
	const { register, handleSubmit, watch, setValue, formState } = useForm({
		resolver: zodForm(feedbackForm),
		defaultValues: initialFeedback(thumb, given),
	});
	const form = watch();
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={thumb === "up" ? "What did you like?" : "What went wrong?"}
			description={thumb === "up" ? "Tell us in a sentence, or send without a comment." : "Select all that apply."}
			footer={
				locked ? (
					<Button variant="primary" onClick={onClose}>
						Close
					</Button>
				) : (
					<>
						<Button onClick={onClose}>Cancel</Button>
						<Button type="submit" form={formId} variant="primary" busy={busy}>
							Send feedback
						</Button>
					</>
				)
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="flex flex-col gap-4 px-px pb-px"
				onSubmit={handleSubmit((filled) => onSend(filled))}
			>
				{locked ? (
					<p role="alert" className="rounded-control bg-sunken px-3 py-2.5">
						{reviewedMessage}
					</p>
				) : null}
				{thumb === "down" ? (
					<fieldset className="flex flex-col gap-3">
						<legend className="sr-only">What went wrong</legend>
						{complaints.map(({ field, label }) => (
							<Checkbox
								key={field}
								label={label}
								checked={form[field] ?? false}
								disabled={locked}
								onChange={(checked) => setValue(field, checked)}
							/>
						))}
					</fieldset>
				) : null}
				<Field
					label={thumb === "up" ? "Your feedback" : "Anything else?"}
					error={formState.errors.feedback?.message ?? error}
				>
					{(control) => (
						<Textarea
							{...control}
							{...register("feedback", { onChange: onEdit })}
							rows={3}
							maxLength={maxFeedbackCharacters}
							disabled={locked}
							className="resize-none"
						/>
					)}
				</Field>
				<p className="-mt-3 text-right text-muted text-xs tabular">
					{form.feedback?.length ?? 0} / {maxFeedbackCharacters}
					<span className="sr-only"> characters</span>
				</p>
			</form>
		</Dialog>
	);
}
