import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { messageOf } from "../../lib/api/api-error.ts";
import { toaster } from "../../lib/page/toaster.ts";

type OneFieldFormProps = {
	label: string;
	hint: string;
	value: string;
	schema: z.ZodType<string>;
	/** Shown before the input, for example a URL prefix. */
	prefix?: string;
	autoComplete?: string;
	save: (value: string) => Promise<unknown>;
	saved: string;
};

/** A form with one field that saves on its own. */
export function OneFieldForm({ label, hint, value, schema, prefix, autoComplete, save, saved }: OneFieldFormProps) {
	const [draft, setDraft] = useState<string>();
	const [issue, setIssue] = useState<string>();
	const [busy, setBusy] = useState(false);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const checked = schema.safeParse(draft ?? value);
		setIssue(checked.error?.issues[0]?.message);
		if (!checked.success) return;
		setBusy(true);
		try {
			await save(checked.data);
			setDraft(undefined);
			toaster.show({ title: saved, tone: "positive" });
		} catch (error) {
			setIssue(messageOf(error));
		} finally {
			setBusy(false);
		}
	};
	return (
		<form onSubmit={(event) => void submit(event)} noValidate className="flex items-start gap-3">
			<Field label={label} hint={hint} error={issue} className="min-w-0 flex-1">
				{(control) => (
					<div className="flex items-center gap-2">
						{prefix ? (
							<span className="hidden shrink-0 font-mono text-[13px] text-muted sm:inline">{prefix}</span>
						) : null}
						<Input
							{...control}
							autoComplete={autoComplete ?? "off"}
							autoCapitalize="none"
							spellCheck={false}
							value={draft ?? value}
							onChange={(event) => {
								setDraft(event.target.value);
								setIssue(undefined);
							}}
						/>
					</div>
				)}
			</Field>
			<Button type="submit" className="mt-[26px]" busy={busy} disabled={(draft ?? value) === value}>
				Save
				<span className="sr-only"> {label.toLowerCase()}</span>
			</Button>
		</form>
	);
}
