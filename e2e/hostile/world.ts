// What must hold whatever is thrown at the product: at the shared one, or, for what needs settings or a heap of its own, at an api in this
// process on a database of its own.
import { type OutgoingHttpHeaders, request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { errorCodes } from "@timbre/contract/errors.ts";
import type { TestApp } from "@timbre/server/testing/test-app.ts";
import { expect } from "vitest";
import type { Person } from "../../seed/builders.ts";
import { productApp } from "../product/app.ts";

/** After this long a request hangs. Far longer than any takes on a busy machine: how quick they are is not asked here. */
export const hangsAfter = 60_000;
/** Not the address of the other suites, whose limits the hostile requests would use up. */
const localAddress = "127.0.0.2";

export type Ask = {
	method?: string;
	/** `{voice}`, `{item}`, `{dictionary}`, `{foreignItem}` and `{foreignDictionary}` stand for real ids, here and in a body. */
	path: string;
	headers?: OutgoingHttpHeaders;
	json?: unknown;
	body?: string | Uint8Array;
	/** Without an API key. */
	anonymous?: boolean;
};

/** A status the answer must have; a list where several are right. */
export type Case = { name: string; ask: Ask; want: number | readonly number[] };

export type Answer = {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
};

export type HostileApp = Pick<
	TestApp,
	"url" | "db" | "storage" | "voiceId" | "person" | "historyItem" | "ledger" | "stop"
>;

export type World = {
	app: HostileApp;
	person: Person;
	ask(ask: Ask): Promise<Answer>;
	/** A healthy server, a balanced ledger, no open reservation. */
	expectUnharmed(): Promise<void>;
	/** Bytes held since the world was made; of an api in this process. */
	heapGrowth(): number;
	stop(): Promise<void>;
};

const enough = 500_000;
export const maxGrowth = 300 * 1_048_576;

/** At the product that the whole run shares. */
export const openWorld = async (): Promise<World> => createWorld(await productApp());

export async function createWorld(app: HostileApp): Promise<World> {
	const person = await app.person({ tier: "pro", credits: 5_000_000 });
	const foreigner = await app.person();
	const dictionaryOf = async (owner: Person) => {
		const made = await fetch(`${app.url}/v1/pronunciation-dictionaries/add-from-rules`, {
			method: "POST",
			headers: { "xi-api-key": owner.apiKey, "content-type": "application/json" },
			body: JSON.stringify({ name: "Words", rules: [] }),
		});
		return ((await made.json()) as { id: string }).id;
	};
	const ids: Record<string, string> = {
		voice: app.voiceId,
		item: await app.historyItem(person),
		dictionary: await dictionaryOf(person),
		foreignItem: await app.historyItem(foreigner),
		foreignDictionary: await dictionaryOf(foreigner),
	};
	const fill = (text: string) => text.replaceAll(/\{([a-z]\w*)\}/gi, (whole, name: string) => ids[name] ?? whole);
	// So many uploads in a minute would be refused for that alone: a new workspace every now and then.
	let uploads = 0;
	let uploader = person;
	const uploaderKey = async () => {
		if (uploads++ % 10 === 9) uploader = await app.person();
		return uploader.apiKey;
	};
	const before = heap();
	return {
		app,
		person,
		ask: async ({ method, path, headers, json, body, anonymous }) => {
			const key = String(headers?.["content-type"]).startsWith("multipart") ? await uploaderKey() : person.apiKey;
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
		async expectUnharmed() {
			expect((await send(`${app.url}/health`, { method: "GET", headers: {} })).status).toBe(200);
			// Reads the ledger too: it throws when the account does not equal its entries.
			await expect.poll(async () => (await app.ledger(person.workspaceId)).open, { timeout: hangsAfter }).toBe(0);
		},
		heapGrowth: () => heap() - before,
		stop: () => app.stop(),
	};
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What is held, without what is only left to be collected. */
function heap(): number {
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Sends exactly what it is given: no path is tidied up and no header corrected. */
function send(
	url: string,
	{ method, headers, body }: { method: string; headers: OutgoingHttpHeaders; body?: string | Uint8Array },
): Promise<Answer> {
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
			(answer) => {
				const parts: Buffer[] = [];
				let length = 0;
				const done = () =>
					resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
				answer.on("data", (part: Buffer) => {
					parts.push(part);
					length += part.length;
					// An hour of sound has begun to come: that is the answer, and the listener leaves.
					if (length > enough) {
						done();
						out.destroy();
					}
				});
				answer.on("error", reject);
				answer.on("end", done);
			},
		);
		out.setTimeout(hangsAfter, () => out.destroy(new Error("hangs")));
		// A server may refuse a large body before it has all of it; what counts is whether its answer arrived.
		out.on("error", (error) => setTimeout(() => reject(error), 50));
		out.end(body);
	});
}

/** Either the answer that was meant, or a refusal in one of the two forms of the API, with a reason to read. */
export function expectAnswer(answer: Answer, want: Case["want"]): void {
	const text = answer.body.toString("utf8").slice(0, 600);
	expect([want].flat(), `${answer.status} ${text}`).toContain(answer.status);
	if (answer.status < 400 || answer.body.length === 0) return;
	// What is no address of the API is a page that is not there.
	if (answer.headers["content-type"] === "text/html; charset=utf-8") {
		expect(answer.status).toBe(404);
		expect(text).toMatch(/^<!DOCTYPE html>/i);
		return;
	}
	const { detail } = JSON.parse(answer.body.toString("utf8")) as { detail: unknown };
	if (Array.isArray(detail)) {
		expect(answer.status).toBe(422);
		expect(detail.length).toBeGreaterThan(0);
		for (const issue of detail)
			expect(issue).toEqual({ loc: expect.any(Array), msg: expect.stringMatching(/\w+/), type: expect.any(String) });
		return;
	}
	const { status, message } = detail as { status: keyof typeof errorCodes; message: string };
	expect(errorCodes[status].http).toBe(answer.status);
	expect(detail).toMatchObject({
		type: errorCodes[status].type,
		code: status,
		request_id: expect.stringMatching(/\w/),
	});
	expect(message).toMatch(/\w{2,} \w/);
	// A reason is for people; it never shows our insides.
	expect(message).not.toMatch(/\bat .*\.ts|node_modules|postgres|SELECT |Cannot read prop/);
}
