import type { Operation } from "./reference-model.ts";

export type Filled = { values: Readonly<Record<string, string>>; body: string | undefined; apiKey: string };

export type Answer =
	| { failure: string; file?: undefined }
	| {
			failure?: undefined;
			status: number;
			milliseconds: number;
			requestId: string | undefined;
			/** What can be read, as it is. */
			text?: string;
			/** What cannot. */
			file?: { url: string; name: string; type: string };
	  };

/** Where the call goes; undefined while a part of the path is missing. */
export function addressOf({ path, fields }: Operation, values: Filled["values"]): string | undefined {
	const named = fields.filter(({ where, name }) => where === "path" && (values[name] ?? "") === "");
	if (named.length > 0) return undefined;
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
	const search = new URLSearchParams(
		fields
			.filter(({ where, name }) => where === "query" && (values[name] ?? "") !== "")
			.map(({ name }) => [name, values[name] ?? ""]),
	);
	return search.size > 0 ? `${filled}?${search}` : filled;
}

const mostText = 50_000;

export async function fetchAnswer(operation: Operation, { values, body, apiKey }: Filled): Promise<Answer> {
	const address = addressOf(operation, values);
	if (address === undefined) return { failure: "Fill in what the address needs." };
	if (body !== undefined && !isJson(body)) return { failure: "The body is not valid JSON." };
	const started = performance.now();
	try {
		const response = await fetch(address, {
			method: operation.method,
			// By the key alone: a call that works here works from a program.
			credentials: "omit",
			headers: {
				...(operation.permission === undefined ? {} : { "xi-api-key": apiKey }),
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body }),
		});
		const type = response.headers.get("content-type") ?? "";
		const requestId = response.headers.get("x-request-id") ?? undefined;
		const blob = await response.blob();
		const about = { status: response.status, milliseconds: performance.now() - started, requestId };
		if (blob.size === 0) return about;
		if (/json|text|event-stream/.test(type)) return { ...about, text: readable(await blob.text()).slice(0, mostText) };
		const name = `${operation.id}.${type.split(/[/;+]/)[1]?.replace("mpeg", "mp3") ?? "bin"}`;
		return { ...about, file: { url: URL.createObjectURL(blob), name, type } };
	} catch {
		return { failure: "The server could not be reached." };
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function readable(text: string): string {
	return isJson(text) ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
}

/** The same call for a shell; the key itself is never written into it. */
export function curlOf(operation: Operation, { values, body }: Filled): string {
	const origin = typeof window === "undefined" ? "" : window.location.origin;
	const address = addressOf(operation, values) ?? operation.path;
	const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	return [
		`curl -X ${operation.method} ${quoted(origin + address)}`,
		...(operation.permission === undefined ? [] : ['-H "xi-api-key: $TIMBRE_API_KEY"']),
		...(body === undefined ? [] : [`-H "content-type: application/json"`, `-d ${quoted(body)}`]),
		...(/^(?:audio|application\/octet)/.test(operation.answer) ? ["--output answer"] : []),
	].join(" \\\n  ");
}
