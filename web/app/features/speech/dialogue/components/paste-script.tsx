import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { ClipboardPaste } from "lucide-react";
import { type FormEvent, useState } from "react";

/** Opens a dialog that turns a script with speakers into lines. `onPaste` returns whether the text was a script. */
export function PasteScript({ onPaste }: { onPaste: (text: string) => boolean }) {
	const [open, setOpen] = useState(false);
	const [text, setText] = useState("");
	const [error, setError] = useState<string>();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!onPaste(text)) {
			setError("No speakers found. Start each line with a name and a colon, like “Anna: Hello”.");
			return;
		}
		setOpen(false);
		setText("");
	};
	return (
		<>
			<Button size="small" onClick={() => setOpen(true)}>
				<ClipboardPaste aria-hidden="true" />
				Paste script
			</Button>
			<Dialog
				open={open}
				onOpenChange={setOpen}
				title="Paste a script"
				description="Each speaker gets a voice of their own. You can change it afterwards."
			>
				<form onSubmit={submit} noValidate className="flex flex-col gap-4 pb-1">
					<Field label="Script" error={error}>
						{(control) => (
							<Textarea
								{...control}
								autoFocus
								rows={8}
								placeholder={"Anna: Did you hear that?\nBen: It is only the wind."}
								value={text}
								onChange={(event) => {
									setText(event.target.value);
									setError(undefined);
								}}
							/>
						)}
					</Field>
					<Button type="submit" variant="primary" className="self-end">
						Add lines
					</Button>
				</form>
			</Dialog>
		</>
	);
}
