import { backgroundHeader } from "@timbre/contract/auth/rules.ts";
import type { RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { EndpointAt, EndpointPath } from "@timbre/contract/endpoints-by-id.ts";
import { streamOf } from "@timbre/ui/audio/player/stream.ts";
import { readError, unreachable } from "./api-error.ts";
import { connection } from "./connection.ts";
import { authorization, clearSessionToken } from "./session-token.ts";

/** Parts the endpoint does not have are omitted; the others are required as its schema says. */
type Input<Path extends EndpointPath> = Given<RequestOf<EndpointAt<Path>>> & {
	signal?: AbortSignal;
	/** Sent without user interaction, so it does not extend the session. */
	background?: boolean;
};
type Given<R> = { [K in keyof R as R[K] extends undefined ? never : K]: R[K] };

/** Calls an endpoint and returns its response, which the server validates against the same schema. Throws ApiError. */
export async function call<Path extends EndpointPath>(
	endpoint: Path,
	input: Input<Path>,
): Promise<ResponseOf<EndpointAt<Path>>> {
	const response = await send(endpoint, input);
	return (response.status === 204 ? undefined : await response.json()) as ResponseOf<EndpointAt<Path>>;
}

/** Form fields: files as Blobs, repeated fields as lists. */
type FormParts = Record<string, string | number | boolean | Blob | readonly (string | Blob)[] | null | undefined>;

/** Calls an endpoint with a multipart form; null and undefined fields are omitted. Throws ApiError. */
export async function callForm<Path extends EndpointPath>(
	endpoint: Path,
	input: Omit<Input<Path>, "body"> & { form: FormParts },
): Promise<ResponseOf<EndpointAt<Path>>> {
	const { form, ...rest } = input;
	const response = await send(endpoint, { ...rest, body: formOf(form) });
	return (response.status === 204 ? undefined : await response.json()) as ResponseOf<EndpointAt<Path>>;
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

/** Calls an endpoint that streams audio; resolves when the response starts. Throws ApiError. */
export async function openAudio<Path extends EndpointPath>(endpoint: Path, input: Input<Path>) {
	const response = await send(endpoint, input);
	return {
		...streamOf(response),
		requestId: response.headers.get("request-id"),
		historyItemId: response.headers.get("history-item-id"),
	};
}

/** Calls an endpoint that streams JSON lines; resolves when the response starts. Throws ApiError. */
export async function openLines<Path extends EndpointPath>(endpoint: Path, input: Input<Path>) {
	const response = await send(endpoint, input);
	return {
		body: streamOf(response).chunks,
		requestId: response.headers.get("request-id"),
		historyItemId: response.headers.get("history-item-id"),
		credits: Number(response.headers.get("character-cost") ?? Number.NaN),
	};
}

async function send(endpoint: EndpointPath, input: unknown): Promise<Response> {
	const given = input as {
		params?: Record<string, unknown>;
		query?: Record<string, unknown>;
		body?: unknown;
		signal?: AbortSignal;
		background?: boolean;
	};
	const url = endpointPath(endpoint.path, given.params, given.query);
	// The browser sets the content type of a form, because only it knows the boundary.
	const form = given.body instanceof FormData ? given.body : undefined;
	const request = (token: string | undefined) =>
		fetch(url, {
			method: endpoint.method,
			credentials: "same-origin",
			signal: given.signal,
			headers: {
				...(token === undefined ? {} : { authorization: token }),
				...(given.background ? { [backgroundHeader]: "1" } : {}),
				...(given.body === undefined || form ? {} : { "content-type": "application/json" }),
			},
			...(given.body === undefined ? {} : { body: form ?? JSON.stringify(given.body) }),
		});
	const token = authorization();
	let response: Response;
	try {
		response = await request(token);
		if (response.status === 401 && token !== undefined) {
			// The token's session has ended, but the cookie may belong to a newer one, such as after a password change.
			clearSessionToken();
			response = await request(undefined);
		}
	} catch (error) {
		if (error instanceof Error && error.name === "AbortError") throw error;
		connection.requestFailed();
		throw unreachable();
	}
	if (response.ok) return response;
	const failure = await readError(response);
	if (failure.code === "unreachable") connection.requestFailed();
	throw failure;
}

/** The URL of an endpoint, also for links and audio elements. */
export function endpointPath(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
	}
	return search.size > 0 ? `${filled}?${search}` : filled;
}
