import { type ReactNode, useId } from "react";
import { cn } from "../../cn.ts";
import { Label } from "./label.tsx";

type FieldProps = {
	label: string;
	hint?: string;
	error?: string;
	className?: string;
	/** Receives the ids that link the control to its label, hint and error. */
	children: (control: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
};

export function Field({ label, hint, error, className, children }: FieldProps) {
	const id = useId();
	// An error replaces the hint.
	const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
	return (
		<div className={cn("flex flex-col gap-1.5", className)}>
			<Label htmlFor={id}>{label}</Label>
			{children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
			{hint && !error ? (
				<p id={`${id}-hint`} className="text-[13px] text-muted">
					{hint}
				</p>
			) : null}
			{error ? (
				<p id={`${id}-error`} className="text-[13px] text-danger" role="alert">
					{error}
				</p>
			) : null}
		</div>
	);
}
