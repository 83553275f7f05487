// The nested form encoding of Stripe's clients: a[b][0][c]=d.

export type Form = { [name: string]: Form | string };

export function parseForm(text: string): Form {
	const form: Form = Object.create(null);
	for (const [name, value] of new URLSearchParams(text)) {
		const [first = "", ...rest] = name.replaceAll("]", "").split("[");
		let at = form;
		let key = first;
		for (const next of rest) {
			const child = at[key];
			const inner: Form = typeof child === "object" ? child : Object.create(null);
			at[key] = inner;
			at = inner;
			// `expand[]=a` numbers its entries.
			key = next === "" ? String(Object.keys(inner).length) : next;
		}
		at[key] = value;
	}
	return form;
}

export const textOf = (value: Form | string | undefined): string | undefined =>
	typeof value === "string" && value !== "" ? value : undefined;

export function numberOf(value: Form | string | undefined): number | undefined {
	const text = textOf(value);
	return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

export const isTrue = (value: Form | string | undefined): boolean => value === "true";

export const formOf = (value: Form | string | undefined): Form => (typeof value === "object" ? value : {});

export const listOf = (value: Form | string | undefined): (Form | string)[] => Object.values(formOf(value));

export const formsOf = (value: Form | string | undefined): Form[] => listOf(value).map(formOf);

/** Adds to what is there, as Stripe does: an empty value removes its name. */
export function mergeMetadata(current: Record<string, string> | null, given: Form | string | undefined) {
	const merged = { ...current };
	for (const [name, value] of Object.entries(formOf(given))) {
		if (value === "") delete merged[name];
		else merged[name] = String(value);
	}
	return merged;
}
