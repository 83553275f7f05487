// Requests of the harness's user. An api that was killed is unavailable until it has started again.
import type { Harness } from "../../tools/bench/harness.ts";

export async function request<T>(harness: Harness, method: string, path: string, body?: FormData | object): Promise<T> {
	const isJson = body !== undefined && !(body instanceof FormData);
	const response = await fetch(`${harness.stack.apiUrl}${path}`, {
		method,
		headers: { "xi-api-key": harness.user.apiKey, ...(isJson ? { "content-type": "application/json" } : {}) },
		...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

/** Undefined while the api restarts. */
export const getIfUp = <T>(harness: Harness, path: string): Promise<T | undefined> =>
	request<T>(harness, "GET", path).catch(() => undefined);
