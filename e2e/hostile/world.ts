// Sends hostile requests to the shared product, or to an api in this process with its own database for tests that need settings or
// measure memory.
import { type OutgoingHttpHeaders, request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { errorCodes } from "@timbre/contract/errors.ts";
import type { TestApp } from "@timbre/server/testing/test-app.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../seed/builders.ts";
import { productApp } from "../product/app.ts";

/** A request that takes longer hangs. Generous, because speed is not tested here. */
export const hangTimeoutMs = 60_000;
/** Its own address, so hostile requests don't use up the rate limits of other suites. */
const localAddress = "127.0.0.2";

export type RequestSpec = {
	method?: string;
	/** `{voice}`, `{item}`, `{dictionary}`, `{foreignItem}` and `{foreignDictionary}` are replaced with real ids, also in a body. */
	path: string;
	headers?: OutgoingHttpHeaders;
	json?: unknown;
	body?: string | Uint8Array;
	/** Without an API key. */
	anonymous?: boolean;
};

/** `expected` is the response status, or a list of allowed ones. */
export type Case = { name: string; request: RequestSpec; expected: number | readonly number[] };

export type ReceivedResponse = {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
};

export type HostileApp = Pick<
	TestApp,
	"url" | "db" | "storage" | "voiceId" | "user" | "historyItem" | "ledger" | "stop"
>;

export type World = {
	app: HostileApp;
	user: SeedUser;
	send(request: RequestSpec): Promise<ReceivedResponse>;
	/** Checks that the server is healthy, the ledger balances and no reservation is open. */
	expectHealthy(): Promise<void>;
	/** Memory growth in bytes, for an api in this process. */
	heapGrowth(): number;
	stop(): Promise<void>;
};

const maxBodyBytes = 500_000;
export const maxGrowth = 300 * 1_048_576;

/** Uses the product shared by the run. */
export const openWorld = async (): Promise<World> => createWorld(await productApp());

export async function createWorld(app: HostileApp): Promise<World> {
	const user = await app.user({ tier: "pro", credits: 5_000_000 });
	const foreigner = await app.user();
	const dictionaryOf = async (owner: SeedUser) => {
		const response = await fetch(`${app.url}/v1/pronunciation-dictionaries/add-from-rules`, {
			method: "POST",
			headers: { "xi-api-key": owner.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ name: "Words", rules: [] }),
		});
		return ((await response.json()) as { id: string }).id;
	};
	const ids: Record<string, string> = {
		voice: app.voiceId,
		item: await app.historyItem(user),
		dictionary: await dictionaryOf(user),
		foreignItem: await app.historyItem(foreigner),
		foreignDictionary: await dictionaryOf(foreigner),
	};
	const fill = (text: string) => text.replaceAll(/\{([a-z]\w*)\}/gi, (match, name: string) => ids[name] ?? match);
	// Switch workspaces, because this many uploads per minute would exceed the rate limit.
	let uploads = 0;
	let uploader = user;
	const uploaderKey = async () => {
		if (uploads++ % 10 === 9) uploader = await app.user();
		return uploader.apiKey;
	};
	const before = usedMemory();
	return {
		app,
		user,
		send: async ({ method, path, headers, json, body, anonymous }) => {
			const key = String(headers?.["content-type"]).startsWith("multipart") ? await uploaderKey() : user.apiKey;
			const bytes = json === undefined ? body : fill(JSON.stringify(json));
			return send(app.url + fill(path), {
				method: method ?? (bytes === undefined ? "GET" : "POST"),
				headers: {
					...(anonymous ? {} : { "xi-api-key": key }),
					...(json === undefined ? {} : { "content-type": "application/json" }),
					...headers,
				},
				body: bytes,
			});
		},
		async expectHealthy() {
			expect((await send(`${app.url}/health`, { method: "GET", headers: {} })).status).toBe(200);
			// `ledger` also throws if the account does not match its entries.
			await expect.poll(async () => (await app.ledger(user.workspaceId)).open, { timeout: hangTimeoutMs }).toBe(0);
		},
		heapGrowth: () => usedMemory() - before,
		stop: () => app.stop(),
	};
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Memory in use after garbage collection. */
function usedMemory(): number {
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Sends the request as is, without normalizing path or headers. */
function send(
	url: string,
	{ method, headers, body }: { method: string; headers: OutgoingHttpHeaders; body?: string | Uint8Array },
): Promise<ReceivedResponse> {
	const { host, hostname, port, origin } = new URL(url);
	return new Promise((resolve, reject) => {
		const out = request(
			{
				hostname,
				port,
				path: url.slice(origin.length),
				method,
				headers: { host, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }), ...headers },
				agent: false,
				localAddress,
			},
			(response) => {
				const parts: Buffer[] = [];
				let length = 0;
				const done = () =>
					resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
				response.on("data", (part: Buffer) => {
					parts.push(part);
					length += part.length;
					// Enough of a long audio response: disconnect.
					if (length > maxBodyBytes) {
						done();
						out.destroy();
					}
				});
				response.on("error", reject);
				response.on("end", done);
			},
		);
		out.setTimeout(hangTimeoutMs, () => out.destroy(new Error("hangs")));
		// A server may reject a large body before it is complete; the response may still arrive.
		out.on("error", (error) => setTimeout(() => reject(error), 50));
		out.end(body);
	});
}

/** Checks the status, and that an error has one of the API's two error formats with a readable message. */
export function expectResponse(response: ReceivedResponse, expected: Case["expected"]): void {
	const text = response.body.toString("utf8").slice(0, 600);
	expect([expected].flat(), `${response.status} ${text}`).toContain(response.status);
	if (response.status < 400 || response.body.length === 0) return;
	// Paths outside the API return the not-found page.
	if (response.headers["content-type"] === "text/html; charset=utf-8") {
		expect(response.status).toBe(404);
		expect(text).toMatch(/^<!DOCTYPE html>/i);
		return;
	}
	const { detail } = JSON.parse(response.body.toString("utf8")) as {
		detail: { status: keyof typeof errorCodes; message: string; errors?: unknown[] };
	};
	const { status, message, errors } = detail;
	if (response.status === 422) expect(errors?.length).toBeGreaterThan(0);
	for (const issue of errors ?? [])
		expect(issue).toEqual({ loc: expect.any(Array), msg: expect.stringMatching(/\w+/), type: expect.any(String) });
	expect(errorCodes[status].http).toBe(response.status);
	expect(detail).toMatchObject({
		type: errorCodes[status].type,
		code: status,
		request_id: expect.stringMatching(/\w/),
	});
	expect(message).toMatch(/\w{2,} \w/);
	// Messages must not expose internals.
	expect(message).not.toMatch(/\bat .*\.ts|node_modules|postgres|SELECT |Cannot read prop/);
}
