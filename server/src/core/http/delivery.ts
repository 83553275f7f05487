// Sends an event to a URL that a user entered, and says whether another attempt may succeed.
import { BlockedUrlError, type OutboundOptions, postToUntrustedUrl } from "./outbound-http.ts";

export type Delivery = {
	status: number | null;
	/** Null if it was delivered. */
	error: string | null;
	/** Whether a retry may succeed. */
	retryable: boolean;
	/** The start of the response. */
	response: string | null;
	/** Whether it came from an address that is not on the public internet. */
	fromPrivate: boolean;
};

export async function deliver(
	outgoing: OutboundOptions,
	{ url, headers, body }: { url: string; headers?: Record<string, string>; body: string },
): Promise<Delivery> {
	try {
		const result = await postToUntrustedUrl(outgoing, {
			url,
			body,
			headers: { ...headers, "content-type": "application/json", "user-agent": "Timbre-Webhooks/1" },
		});
		const { status, fromPrivate } = result;
		return { ...classifyStatus(status), status, fromPrivate, response: excerpt(result.body) };
	} catch (error) {
		return {
			status: null,
			error: errorMessage(error),
			retryable: !isPermanent(error),
			response: null,
			fromPrivate: false,
		};
	}
}

/** Blocked URLs and headers that Node rejects stay so. */
function isPermanent(error: unknown): boolean {
	return error instanceof BlockedUrlError || error instanceof TypeError;
}

function classifyStatus(status: number): Pick<Delivery, "error" | "retryable"> {
	if (status >= 200 && status < 300) return { error: null, retryable: false };
	if (status >= 300 && status < 400)
		return { error: `The endpoint returned ${status}. Redirects are not followed.`, retryable: false };
	return { error: `The endpoint returned ${status}.`, retryable: status >= 500 || status === 429 || status === 408 };
}

const excerptLength = 1_000;

function excerpt(body: string): string | null {
	const text = body
		.slice(0, excerptLength)
		.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
		.trim();
	return text === "" ? null : text;
}

function errorMessage(error: unknown): string {
	const { message, code } = error as { message?: string; code?: string };
	const text = message || code || String(error);
	return excerpt(text.endsWith(".") ? text : `${text}.`) ?? "Couldn't reach the endpoint.";
}
