import type { ValidationBody } from "@timbre/contract/errors.ts";
import type { FormField, FormName } from "./form-fields.ts";

export type FormResult =
	| { state: "sent" | "stored" }
	/** Error messages by field name. */
	| { state: "invalid"; fields: Record<string, string> }
	| { state: "failed"; message: string };

type Token = { token: string; minimum_seconds: number };
export type FormTicket = { token: string; readyAt: number };

const unreachable = "Couldn't reach the server. Your text is still here. Try again.";

/** Fetches a ticket for one message. It becomes valid after a delay that slows down bots but not people. */
export async function fetchTicket(): Promise<FormTicket> {
	const response = await fetch("/v1/forms/token");
	if (!response.ok) throw new Error(await messageOf(response));
	const { token, minimum_seconds } = (await response.json()) as Token;
	// Add a margin for clock differences between browser and server.
	return { token, readyAt: Date.now() + minimum_seconds * 1000 + 250 };
}

/** Sends a form. An expired ticket is replaced once. */
export async function sendForm(
	form: FormName,
	values: Record<string, unknown>,
	ticket: Promise<FormTicket> | undefined,
): Promise<FormResult> {
	try {
		const first = await post(form, values, await (ticket ?? fetchTicket()));
		if (first.status !== 400) return await read(first);
		return await read(await post(form, values, await fetchTicket()));
	} catch {
		return { state: "failed", message: unreachable };
	}
}

async function post(form: FormName, values: Record<string, unknown>, ticket: FormTicket): Promise<Response> {
	const wait = ticket.readyAt - Date.now();
	if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
	return fetch(`/v1/forms/${form}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...values, token: ticket.token }),
	});
}

async function read(response: Response): Promise<FormResult> {
	if (response.ok) {
		const { delivery } = (await response.json()) as { delivery: "mail" | "kept" };
		return { state: delivery === "mail" ? "sent" : "stored" };
	}
	if (response.status !== 422) return { state: "failed", message: await messageOf(response) };
	const { detail } = (await response.json()) as Partial<ValidationBody>;
	const fields = Object.fromEntries((detail?.errors ?? []).map(({ loc, msg }) => [String(loc[1] ?? ""), msg]));
	return { state: "invalid", fields };
}

async function messageOf(response: Response): Promise<string> {
	const body = (await response.json().catch(() => ({}))) as { detail?: { message?: string } };
	return body.detail?.message ?? unreachable;
}

/** Form values in the types the server expects. Empty optional fields are omitted. */
export function formValues(form: HTMLFormElement, fields: readonly FormField[]): Record<string, unknown> {
	const data = new FormData(form);
	const values: Record<string, unknown> = { fax: String(data.get("fax") ?? "") };
	for (const { name, kind, optional } of fields) {
		const value = String(data.get(name) ?? "").trim();
		if (kind === "checkbox") values[name] = value === "true";
		else if (value === "" && optional) continue;
		else values[name] = kind === "number" ? Number(value) : value;
	}
	return values;
}

/** Error message for an invalid field, or undefined. */
export function fieldError(
	control: Pick<HTMLInputElement, "validity" | "value">,
	field: FormField,
): string | undefined {
	const { validity } = control;
	const length = control.value.trim().length;
	if (validity.valueMissing || (!field.optional && field.kind !== "checkbox" && length === 0))
		return field.kind === "checkbox" ? "We can't accept recordings without this." : "This field is required.";
	if (validity.typeMismatch && field.kind === "email") return "Enter a valid email address.";
	if (validity.typeMismatch && field.kind === "url") return "Enter a full URL that starts with https://.";
	if (validity.badInput || validity.stepMismatch || validity.rangeUnderflow) return "Enter a whole number.";
	if (field.minLength && length > 0 && length < field.minLength) return `Enter at least ${field.minLength} characters.`;
	return undefined;
}
