import { cn } from "@timbre/ui/cn.ts";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useId, useState } from "react";

type CommitFieldProps = {
	label: string;
	/** Read before the label by screen readers: which line or clip. */
	context?: string;
	value: string;
	/** What to save; a string is an error. */
	parse: (text: string) => { save: () => void } | string;
	disabled?: boolean;
	className?: string;
};

/** A field that is saved when it is left or with Enter, and restored with Escape. */
export function CommitField({ label, context, value, parse, disabled, className }: CommitFieldProps) {
	const id = useId();
	const [draft, setDraft] = useState<string | null>(null);
	const [error, setError] = useState<string | null>(null);
	const commit = () => {
		if (draft === null || draft === value) return reset();
		const parsed = parse(draft);
		if (typeof parsed === "string") return setError(parsed);
		parsed.save();
		reset();
	};
	const reset = () => {
		setDraft(null);
		setError(null);
	};
	return (
		<div className={cn("flex min-w-0 flex-col gap-1", className)}>
			<label htmlFor={id} className="text-[13px] text-muted">
				{label}
				{context ? <span className="sr-only"> of {context}</span> : null}
			</label>
			<Input
				id={id}
				value={draft ?? value}
				disabled={disabled}
				inputMode="decimal"
				autoComplete="off"
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${id}-error` : undefined}
				onChange={(event) => setDraft(event.target.value)}
				onBlur={commit}
				onKeyDown={(event) => {
					if (event.key === "Enter") commit();
					if (event.key === "Escape" && draft !== null) {
						event.stopPropagation();
						reset();
					}
				}}
				className="h-8 px-2 tabular"
			/>
			{error ? (
				<p id={`${id}-error`} role="alert" className="text-danger text-xs">
					{error}
				</p>
			) : null}
		</div>
	);
}
