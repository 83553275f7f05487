import { formFields as asked } from "@timbre/contract/marketing.ts";
import { expect, test } from "vitest";
import { type FormField, type FormName, formFields } from "./form-fields.ts";
import { fieldFault } from "./send-form.ts";

const names = Object.keys(formFields) as FormName[];
const valid = { valid: true } as ValidityState;

test.each(names)("%s asks for exactly what the server takes, and marks as optional what may be missing", (form) => {
	const shape = asked[form].shape;
	expect(formFields[form].map(({ name }) => name).toSorted()).toEqual(Object.keys(shape).toSorted());
	for (const { name, optional = false } of formFields[form]) {
		const schema = shape[name as keyof typeof shape] as { safeParse(value: unknown): { success: boolean } };
		expect(schema.safeParse("").success, name).toBe(optional);
	}
});

test.each(names)("every choice that %s offers is one that the server knows", (form) => {
	const shape = asked[form].shape;
	for (const { name, options = [] } of formFields[form]) {
		const schema = shape[name as keyof typeof shape] as { safeParse(value: unknown): { success: boolean } };
		for (const { value } of options) expect(schema.safeParse(value).success, value).toBe(true);
	}
});

test("a field's fault is said in words: missing, no address, too short; spaces are no answer", () => {
	const field = (part: Partial<FormField>): FormField => ({ name: "a", label: "A", kind: "text", ...part });
	expect(fieldFault({ value: "  ", validity: valid }, field({}))).toBe("Please fill this in.");
	expect(fieldFault({ value: "", validity: valid }, field({ optional: true }))).toBeUndefined();
	expect(fieldFault({ value: "a@", validity: { ...valid, typeMismatch: true } }, field({ kind: "email" }))).toMatch(
		/e-mail/,
	);
	expect(fieldFault({ value: "short", validity: valid }, field({ kind: "textarea", minLength: 20 }))).toMatch(/20/);
	expect(fieldFault({ value: "fine", validity: valid }, field({}))).toBeUndefined();
});
