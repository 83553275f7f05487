import { formFields as contractFields } from "@timbre/contract/marketing/endpoints.ts";
import { expect, test } from "vitest";
import { type FormField, type FormName, formFields } from "./form-fields.ts";
import { fieldError } from "./send-form.ts";

const names = Object.keys(formFields) as FormName[];
const valid = { valid: true } as ValidityState;

test.each(names)("%s has exactly the fields the server accepts and marks the optional ones", (form) => {
	const shape = contractFields[form].shape;
	expect(formFields[form].map(({ name }) => name).toSorted()).toEqual(Object.keys(shape).toSorted());
	for (const { name, optional = false } of formFields[form]) {
		const schema = shape[name as keyof typeof shape] as { safeParse(value: unknown): { success: boolean } };
		expect(schema.safeParse("").success, name).toBe(optional);
	}
});

test.each(names)("the server accepts every option of %s", (form) => {
	const shape = contractFields[form].shape;
	for (const { name, options = [] } of formFields[form]) {
		const schema = shape[name as keyof typeof shape] as { safeParse(value: unknown): { success: boolean } };
		for (const { value } of options) expect(schema.safeParse(value).success, value).toBe(true);
	}
});

test("shows an error for a missing, blank, malformed or too short field", () => {
	const field = (part: Partial<FormField>): FormField => ({ name: "a", label: "A", kind: "text", ...part });
	expect(fieldError({ value: "  ", validity: valid }, field({}))).toBe("This field is required.");
	expect(fieldError({ value: "", validity: valid }, field({ optional: true }))).toBeUndefined();
	expect(fieldError({ value: "a@", validity: { ...valid, typeMismatch: true } }, field({ kind: "email" }))).toMatch(
		/email/,
	);
	expect(fieldError({ value: "short", validity: valid }, field({ kind: "textarea", minLength: 20 }))).toMatch(/20/);
	expect(fieldError({ value: "fine", validity: valid }, field({}))).toBeUndefined();
});
