import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Label } from "./label.tsx";
import { Switch } from "./switch.tsx";

type OptOutDialogProps = {
	title: string;
	description: string;
	/** What the toggle says when it is on. */
	label: ReactNode;
	/** Where the choice stands now; the dialog is mounted when it opens, so this is read once. */
	initial: boolean;
	privacyPolicy: string;
	/** The toggle's value once it is confirmed, or null when the dialog is cancelled or closed. */
	onDone: (optOut: boolean | null) => void;
};

/** Asks whether data may be used. Confirming needs a change: otherwise there is nothing to confirm. */
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
				What is kept and what for is in the{" "}
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
