import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import type { ComponentProps } from "react";

type CodeFieldProps = ComponentProps<typeof Input> & {
	label: string;
	error: string | undefined;
	/** Backup codes also contain letters. */
	letters?: boolean;
};

/** Input for a one-time code. Browsers can autofill it, and phones show the numeric keyboard. */
export function CodeField({ label, error, letters = false, ...input }: CodeFieldProps) {
	return (
		<Field label={label} error={error}>
			{(control) => (
				<Input
					{...control}
					inputMode={letters ? "text" : "numeric"}
					autoComplete="one-time-code"
					autoCapitalize="none"
					spellCheck={false}
					className="font-mono tracking-widest"
					{...input}
				/>
			)}
		</Field>
	);
}
