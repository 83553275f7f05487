import http from "node:http";
import https from "node:https";
import tls from "node:tls";

/** How to reach a server: additional CA certificates and a proxy. */
export type Connection = { ca?: string[]; proxy?: string; noProxy?: string; insecure?: boolean };

export type OpenOptions = {
	connection?: Connection;
	headers?: Record<string, string>;
	signal?: AbortSignal;
	/** A connection that is silent for this long is considered lost. */
	stallMs?: number;
};

export class HttpStatusError extends Error {
	readonly status: number;

	constructor(status: number, url: string) {
		super(`${new URL(url).host} returned ${status}`);
		this.name = "HttpStatusError";
		this.status = status;
	}
}

const MAX_REDIRECTS = 8;

function agentFor(url: URL, { ca = [], proxy, noProxy, insecure }: Connection): http.Agent {
	const proxyEnv = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: noProxy ?? "" } : undefined;
	if (url.protocol === "http:") return new http.Agent({ proxyEnv });
	// Include the system store, because a company's own CA is usually only there.
	const trusted = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system"), ...ca]);
	return new https.Agent({ ca: [...trusted], rejectUnauthorized: !insecure, proxyEnv });
}

function request(url: URL, options: OpenOptions): Promise<http.IncomingMessage> {
	const { connection = {}, headers, signal, stallMs = 30_000 } = options;
	const { get } = url.protocol === "http:" ? http : https;
	return new Promise((resolve, reject) => {
		const sent = get(url, { agent: agentFor(url, connection), headers, signal, timeout: stallMs }, resolve);
		sent.on("error", reject);
		sent.on("timeout", () => {
			sent.destroy(
				Object.assign(new Error(`${url.host} sent nothing for ${Math.round(stallMs / 1000)} s`), { code: "ETIMEDOUT" }),
			);
		});
	});
}

/** Sends a GET request and follows redirects. Does not read the response body. */
export async function open(address: string, options: OpenOptions = {}): Promise<http.IncomingMessage> {
	let url = new URL(address);
	for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
		const response = await request(url, options);
		const { statusCode = 0, headers } = response;
		if (statusCode < 300 || statusCode >= 400 || !headers.location) return response;
		response.resume();
		url = new URL(headers.location, url);
	}
	throw new Error(`${url.host} redirects too often`);
}

export async function getJson(url: string, { accept, ...options }: OpenOptions & { accept: string }): Promise<unknown> {
	const response = await open(url, { ...options, headers: { ...options.headers, accept } });
	if (response.statusCode !== 200) {
		response.resume();
		throw new HttpStatusError(response.statusCode ?? 0, url);
	}
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
