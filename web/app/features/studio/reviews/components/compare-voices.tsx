import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { VoicePicker } from "../../../voices/voices.picker.public.tsx";
import { useCompareVoices } from "../reviews.queries.ts";

export type PassageRef = { chapterId: string; blockId: string; text: string };
type CompareVoicesProps = { projectId: string; reviewId: string; passage: PassageRef | null; voices: Voice[] };

/** Lets guests vote between two voices for the paragraph with the cursor. */
export function CompareVoices({ projectId, reviewId, passage, voices }: CompareVoicesProps) {
	const [open, setOpen] = useState(false);
	const [first, setFirst] = useState(voices[0]);
	const [second, setSecond] = useState(voices[1]);
	const compare = useCompareVoices(projectId, reviewId);
	if (!open)
		return (
			<Button size="small" className="self-start" onClick={() => setOpen(true)}>
				Compare two voices
			</Button>
		);
	if (!passage || passage.text === "")
		return <p role="status">Put the cursor into a paragraph with text first, then open this dialog again.</p>;
	if (!first || !second) return <p role="status">This takes two voices. Add another one first.</p>;
	const start = () =>
		compare.mutate(
			{
				chapterId: passage.chapterId,
				blockId: passage.blockId,
				first: first.voice_id,
				second: second.voice_id,
			},
			{
				onSuccess: () => {
					setOpen(false);
					toaster.show({ tone: "positive", title: "Comparison started", detail: "Your reviewers can vote now." });
				},
			},
		);
	return (
		<fieldset className="flex flex-col gap-3 rounded-card border border-line p-3">
			<legend className="sr-only">Compare two voices</legend>
			<p dir="auto" className="line-clamp-3 break-words text-muted">
				{passage.text}
			</p>
			<VoicePicker value={first} voices={voices} label="first voice" onChange={setFirst} />
			<VoicePicker value={second} voices={voices} label="second voice" onChange={setSecond} />
			{compare.isError ? <FormError>{messageOf(compare.error)}</FormError> : null}
			<div className="flex flex-wrap gap-2">
				<Button size="small" variant="primary" busy={compare.isPending} onClick={start}>
					Start comparison
				</Button>
				<Button size="small" variant="quiet" onClick={() => setOpen(false)}>
					Cancel
				</Button>
			</div>
		</fieldset>
	);
}
