import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";

type CodeFieldProps = {
	label: string;
	error: string | undefined;
	value: string;
	onChange(code: string): void;
	autoFocus?: boolean;
	/** Backup codes also contain letters. */
	letters?: boolean;
};

/** Input for a one-time code. Browsers can autofill it, and phones show the numeric keyboard. */
export function CodeField({ label, error, value, onChange, autoFocus, letters = false }: CodeFieldProps) {
	return (
		<Field label={label} error={error}>
			{(control) => (
				<Input
					{...control}
					autoFocus={autoFocus}
					inputMode={letters ? "text" : "numeric"}
					autoComplete="one-time-code"
					autoCapitalize="none"
					spellCheck={false}
					className="font-mono tracking-widest"
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}
