import type { FieldError, FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** Validates a form with a zod schema and submits its output; reports the first issue of each field. */
export function zodForm<Input extends FieldValues, Output>(
	schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
	return (values) => {
		const result = schema.safeParse(values);
		if (result.success) return { values: result.data, errors: {} };
		const errors: Record<string, FieldError> = {};
		for (const issue of result.error.issues) {
			const field = String(issue.path[0] ?? "root");
			errors[field] ??= { type: issue.code ?? "invalid", message: issue.message };
		}
		return { values: {}, errors: errors as FieldErrors<Input> };
	};
}
