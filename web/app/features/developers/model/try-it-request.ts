import type { Operation, OperationDetail } from "./reference-model.ts";

export type RequestInput = { values: Readonly<Record<string, string>>; body: string | undefined; apiKey: string };

export type TryItResult =
	| { failure: string; file?: undefined }
	| {
			failure?: undefined;
			status: number;
			milliseconds: number;
			requestId: string | undefined;
			/** A text body. */
			text?: string;
			/** A binary body. */
			file?: { url: string; name: string; type: string };
	  };

/** The request URL; undefined while a path parameter is missing. */
export function requestUrl(
	{ path, fields }: Pick<Operation & OperationDetail, "path" | "fields">,
	values: RequestInput["values"],
): string | undefined {
	const missing = fields.filter(({ where, name }) => where === "path" && (values[name] ?? "") === "");
	if (missing.length > 0) return undefined;
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
	const search = new URLSearchParams(
		fields
			.filter(({ where, name }) => where === "query" && (values[name] ?? "") !== "")
			.map(({ name }) => [name, values[name] ?? ""]),
	);
	return search.size > 0 ? `${filled}?${search}` : filled;
}

const maxTextLength = 50_000;

export async function sendRequest(
	operation: Operation & OperationDetail,
	{ values, body, apiKey }: RequestInput,
): Promise<TryItResult> {
	const url = requestUrl(operation, values);
	if (url === undefined) return { failure: "Fill in all path parameters." };
	if (body !== undefined && !isJson(body)) return { failure: "The body is not valid JSON." };
	const started = performance.now();
	try {
		const response = await fetch(url, {
			method: operation.method,
			// Authenticate with the key only, so a request that works here works from code.
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
		const details = { status: response.status, milliseconds: performance.now() - started, requestId };
		if (blob.size === 0) return details;
		if (/json|text|event-stream/.test(type))
			return { ...details, text: formatJson(await blob.text()).slice(0, maxTextLength) };
		const name = `${operation.id}.${type.split(/[/;+]/)[1]?.replace("mpeg", "mp3") ?? "bin"}`;
		return { ...details, file: { url: URL.createObjectURL(blob), name, type } };
	} catch {
		return { failure: "Couldn't reach the server." };
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

function formatJson(text: string): string {
	return isJson(text) ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
}
