import { type ReactNode, useId, useState } from "react";
import { Button } from "../button.tsx";
import { Label } from "../forms/label.tsx";
import { Switch } from "../forms/switch.tsx";
import { Dialog } from "./dialog.tsx";

type OptOutDialogProps = {
	title: string;
	description: string;
	/** The label of the toggle. */
	label: ReactNode;
	/** The current choice, read once: the dialog is mounted when it opens. */
	initial: boolean;
	privacyPolicy: string;
	/** Called with the toggle's value on confirm, or null when the dialog is canceled or closed. */
	onDone: (optOut: boolean | null) => void;
};

/** Asks for consent to data use. Confirm is disabled until the toggle changes. */
export function OptOutDialog({ title, description, label, initial, privacyPolicy, onDone }: OptOutDialogProps) {
	const [value, setValue] = useState(initial);
	const id = useId();
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onDone(null)}
			title={title}
			description={description}
			footer={
				<>
					<Button onClick={() => onDone(null)}>Cancel</Button>
					<Button variant="primary" disabled={value === initial} onClick={() => onDone(value)}>
						Opt Out
					</Button>
				</>
			}
		>
			<div className="flex items-center justify-between gap-4 rounded-card border border-line px-3.5 py-3">
				<Label htmlFor={id} className="font-normal text-sm">
					{label}
				</Label>
				<Switch id={id} checked={value} onCheckedChange={setValue} />
			</div>
			<p className="mt-3 text-[13px] text-muted">
				Learn what data we store and why in the{" "}
				<a
					href={privacyPolicy}
					target="_blank"
					rel="noreferrer"
					className="text-ink underline underline-offset-4 hover:no-underline"
				>
					privacy policy
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
				.
			</p>
		</Dialog>
	);
}
