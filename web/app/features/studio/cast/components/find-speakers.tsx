import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useState } from "react";
import { useFindSpeakers } from "../cast.queries.ts";

const voicesLabel = "Give each character a voice";

/** Starts the first search. */
export function FindForm({ projectId, action }: { projectId: string; action: string }) {
	const [withVoices, setWithVoices] = useState(true);
	const find = useFindSpeakers(projectId);
	return (
		<div className="flex flex-col items-center gap-4">
			<Checkbox label={voicesLabel} checked={withVoices} onChange={setWithVoices} />
			<Button variant="primary" busy={find.isPending} onClick={() => find.mutate(withVoices)}>
				{action}
			</Button>
		</div>
	);
}

/** Asks before another search. */
export function FindDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
	const [withVoices, setWithVoices] = useState(true);
	const find = useFindSpeakers(projectId);
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Find speakers in all chapters"
			description="Guesses may change. Lines you assigned, and the names and voices of characters, stay as they are."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button
						variant="primary"
						busy={find.isPending}
						onClick={() => find.mutate(withVoices, { onSettled: onClose })}
					>
						Find speakers
					</Button>
				</>
			}
		>
			<Checkbox
				label="Give a voice to each character who has none"
				checked={withVoices}
				onChange={setWithVoices}
				className="p-px"
			/>
		</Dialog>
	);
}
