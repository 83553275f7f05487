import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleAlert } from "lucide-react";
import { type FormEventHandler, type ReactNode, useState } from "react";
import { Link } from "react-router";

type AuthFormProps = {
	title: string;
	description?: ReactNode;
	submit: string;
	error?: ReactNode;
	busy: boolean;
	onSubmit: FormEventHandler<HTMLFormElement>;
	other?: { question: string; to: string; label: string };
	children: ReactNode;
	/** Other actions, below the button. */
	more?: ReactNode;
};

export function AuthForm({ title, description, submit, error, busy, onSubmit, other, children, more }: AuthFormProps) {
	// An error disappears once the user corrects the form.
	const [corrected, setCorrected] = useState<ReactNode>();
	const shownError = error === corrected ? undefined : error;
	return (
		<>
			<h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
			{description ? <p className="mt-2 text-muted">{description}</p> : null}
			{/* POST keeps the password out of the URL if the form is submitted before the script has loaded. */}
			<form
				method="post"
				onSubmit={(event) => {
					setCorrected(undefined);
					onSubmit(event);
				}}
				onInput={() => setCorrected(error)}
				noValidate
				className="mt-8 flex flex-col gap-5"
			>
				{children}
				{shownError ? (
					<p role="alert" className="flex items-start gap-2 text-danger">
						<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
						{shownError}
					</p>
				) : null}
				<Button type="submit" variant="primary" size="large" busy={busy}>
					{submit}
				</Button>
			</form>
			{more}
			{other ? (
				<p className="mt-6 text-muted">
					{other.question}{" "}
					<Link to={other.to} className={textLink}>
						{other.label}
					</Link>
				</p>
			) : null}
		</>
	);
}

export const textLink = "font-medium text-ink underline underline-offset-4 hover:no-underline";
