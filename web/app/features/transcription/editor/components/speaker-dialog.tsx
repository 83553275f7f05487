import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { type FormEvent, useId, useState } from "react";

const maxNameCharacters = 100;

type SpeakerDialogProps = {
	/** The name so far; null for a new speaker. */
	current: string | null;
	onSave: (name: string) => void;
	onClose: () => void;
};

/** Names a speaker. */
export function SpeakerDialog({ current, onSave, onClose }: SpeakerDialogProps) {
	const [name, setName] = useState(current ?? "");
	const form = useId();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSave(name);
		onClose();
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={current === null ? "New speaker" : `Rename ${current}`}
			description={current === null ? undefined : "The name changes in every segment of this speaker."}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={form} variant="primary">
						{current === null ? "Add speaker" : "Rename"}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submit}>
				<Field label="Name" hint="Leave it empty for a number, such as Speaker 1.">
					{(control) => (
						<Input
							{...control}
							autoComplete="off"
							maxLength={maxNameCharacters}
							value={name}
							onChange={(event) => setName(event.target.value)}
						/>
					)}
				</Field>
			</form>
		</Dialog>
	);
}
