import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** Validates a form with a zod schema; reports the first issue of each field. */
export function zodForm<Schema extends z.ZodObject>(schema: Schema): Resolver<z.output<Schema> & FieldValues> {
	return (values) => {
		const result = schema.safeParse(values);
		if (result.success) return { values: result.data as z.output<Schema> & FieldValues, errors: {} };
		const errors: Record<string, FieldError> = {};
		for (const issue of result.error.issues) {
			const field = String(issue.path[0] ?? "root");
			errors[field] ??= { type: issue.code ?? "invalid", message: issue.message };
		}
		return { values: {}, errors } as Awaited<ReturnType<Resolver<z.output<Schema> & FieldValues>>>;
	};
}
