import type { FormField, FormName } from "./form-fields.ts";

export type FormAnswer =
	| { state: "sent" | "kept" }
	/** What is wrong with single fields, by name. */
	| { state: "refused"; fields: Record<string, string> }
	| { state: "failed"; message: string };

type Token = { token: string; minimum_seconds: number };
export type FormTicket = { token: string; readyAt: number };

const unreachable = "The server did not answer. Your text is still here; please try again.";

/** A ticket for one message. People need longer to write than it takes to become valid; robots do not. */
export async function fetchTicket(): Promise<FormTicket> {
	const answer = await fetch("/v1/forms/token");
	if (!answer.ok) throw new Error(await messageOf(answer));
	const { token, minimum_seconds } = (await answer.json()) as Token;
	// A little more than asked for, since the two clocks do not tick together.
	return { token, readyAt: Date.now() + minimum_seconds * 1000 + 250 };
}

/** Sends a form. A ticket that has become too old is replaced once, without asking the writer. */
export async function sendForm(
	form: FormName,
	values: Record<string, unknown>,
	ticket: Promise<FormTicket> | undefined,
): Promise<FormAnswer> {
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

async function read(answer: Response): Promise<FormAnswer> {
	if (answer.ok) {
		const { delivery } = (await answer.json()) as { delivery: "mail" | "kept" };
		return { state: delivery === "mail" ? "sent" : "kept" };
	}
	if (answer.status !== 422) return { state: "failed", message: await messageOf(answer) };
	const { detail } = (await answer.json()) as { detail?: { loc: (string | number)[]; msg: string }[] };
	const fields = Object.fromEntries(
		(Array.isArray(detail) ? detail : []).map(({ loc, msg }) => [String(loc[1] ?? ""), msg]),
	);
	return { state: "refused", fields };
}

async function messageOf(answer: Response): Promise<string> {
	const body = (await answer.json().catch(() => ({}))) as { detail?: { message?: string } };
	return body.detail?.message ?? unreachable;
}

/** What the form holds, in the kinds that the server expects; an empty optional field is left out. */
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

/** What the browser found wrong with a field, in words of our own; nothing when it is right. */
export function fieldFault(
	control: Pick<HTMLInputElement, "validity" | "value">,
	field: FormField,
): string | undefined {
	const { validity } = control;
	const length = control.value.trim().length;
	if (validity.valueMissing || (!field.optional && field.kind !== "checkbox" && length === 0))
		return field.kind === "checkbox" ? "Without this we cannot take the recordings." : "Please fill this in.";
	if (validity.typeMismatch && field.kind === "email") return "This does not look like an e-mail address.";
	if (validity.typeMismatch && field.kind === "url") return "Please give the whole address, from https:// on.";
	if (validity.badInput || validity.stepMismatch || validity.rangeUnderflow) return "Please give a whole number.";
	if (field.minLength && length > 0 && length < field.minLength)
		return `A little more, please: at least ${field.minLength} characters.`;
	return undefined;
}
