import { backgroundHeader } from "@timbre/contract/auth.names.ts";
import type { Endpoint, RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { streamOf } from "@timbre/ui/audio/stream.ts";
import { readError, unreachable } from "./api-error.ts";
import { connection } from "./connection.ts";

/** Parts an endpoint does not have may be left out; those it has are required as its schema says. */
type Input<E> = Given<RequestOf<E>> & {
	signal?: AbortSignal;
	/** The page asks by itself: no sign that somebody is there, so a session may end in spite of it. */
	background?: boolean;
};
type Given<R> = { [K in keyof R as R[K] extends undefined ? never : K]: R[K] };

/** Calls an endpoint of the contract and gives its answer, which the server has checked against the same schema. Throws ApiError. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseOf<E>> {
	const response = await send(endpoint, input);
	return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
}

/** What a form carries: a file as the browser holds it, a list for a part that may come several times. */
type FormParts = Record<string, string | number | boolean | Blob | readonly (string | Blob)[] | null | undefined>;

/** Calls an endpoint that takes a form with files (`multipart`); what is null or undefined is left out. Throws ApiError. */
export async function callForm<E extends Endpoint>(
	endpoint: E,
	input: Omit<Input<E>, "body"> & { form: FormParts },
): Promise<ResponseOf<E>> {
	const { form, ...rest } = input;
	const response = await send(endpoint, { ...rest, body: formOf(form) });
	return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
}

function formOf(parts: FormParts): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(parts)) {
		for (const part of Array.isArray(value) ? value : [value]) {
			if (part === null || part === undefined) continue;
			form.append(name, part instanceof Blob ? part : String(part));
		}
	}
	return form;
}

/** Calls an endpoint that answers with sound, as soon as its first bytes come. Throws ApiError. */
export async function openAudio<E extends Endpoint>(endpoint: E, input: Input<E>) {
	const response = await send(endpoint, input);
	return {
		...streamOf(response),
		requestId: response.headers.get("request-id"),
		historyItemId: response.headers.get("history-item-id"),
	};
}

/** Calls an endpoint that answers with one JSON text a line, as soon as the first comes. Throws ApiError. */
export async function openLines<E extends Endpoint>(endpoint: E, input: Input<E>) {
	const response = await send(endpoint, input);
	return {
		body: streamOf(response).chunks,
		requestId: response.headers.get("request-id"),
		historyItemId: response.headers.get("history-item-id"),
		credits: Number(response.headers.get("character-cost") ?? Number.NaN),
	};
}

async function send(endpoint: Endpoint, input: unknown): Promise<Response> {
	const given = input as {
		params?: Record<string, unknown>;
		query?: Record<string, unknown>;
		body?: unknown;
		signal?: AbortSignal;
		background?: boolean;
	};
	const url = endpointPath(endpoint.path, given.params, given.query);
	// The browser writes the type of a form itself, since only it knows where one part ends.
	const form = given.body instanceof FormData ? given.body : undefined;
	let response: Response;
	try {
		response = await fetch(url, {
			method: endpoint.method,
			credentials: "same-origin",
			signal: given.signal,
			headers: {
				...(given.background ? { [backgroundHeader]: "1" } : {}),
				...(given.body === undefined || form ? {} : { "content-type": "application/json" }),
			},
			...(given.body === undefined ? {} : { body: form ?? JSON.stringify(given.body) }),
		});
	} catch (error) {
		if (error instanceof Error && error.name === "AbortError") throw error;
		connection.lost();
		throw unreachable();
	}
	if (response.ok) return response;
	const failure = await readError(response);
	if (failure.code === "unreachable") connection.lost();
	throw failure;
}

/** The address of an endpoint, for links and audio elements as well. */
export function endpointPath(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
	}
	return search.size > 0 ? `${filled}?${search}` : filled;
}
