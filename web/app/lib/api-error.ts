import type { ErrorCode } from "@timbre/contract/errors.ts";

type About = {
	requestId?: string;
	/** The kind of error as the server names it, such as "validation_error". */
	type?: string;
	/** The whole answer, as it came. */
	payload?: unknown;
};

/** Anything the server refused, or that kept us from reaching it, with a sentence a person can read. */
export class ApiError extends Error {
	/** The HTTP status; 0 where there was no answer. */
	readonly status: number;
	readonly code: ErrorCode | "unreachable" | "invalid_input" | "unknown";
	readonly type: string;
	readonly payload: unknown;
	readonly requestId: string | undefined;

	constructor(status: number, code: ApiError["code"], message: string, about: About = {}) {
		super(message);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
		this.type = about.type ?? code;
		this.payload = about.payload;
		this.requestId = about.requestId;
	}
}

export function isApiError(error: unknown): error is ApiError {
	return error instanceof ApiError;
}

export function unreachable(): ApiError {
	return new ApiError(0, "unreachable", "Network error", { type: "network_error" });
}

/** The forms an error comes in: our own, that of input which does not parse, and `msg` of servers in between. */
type Fault = { loc?: (string | number)[]; msg?: string };
type Detail = { message?: string; msg?: string; code?: string; type?: string; request_id?: string };
type Body = { detail?: Detail | Fault[]; message?: string; msg?: string };

export async function readError(response: Response): Promise<ApiError> {
	const requestId = response.headers.get("x-request-id") ?? undefined;
	const payload = (await response.json().catch(() => null)) as Body | null;
	const detail = payload?.detail;
	if (Array.isArray(detail)) {
		const sentence = detail.map((fault) => `${fault.loc?.at(-1) ?? "input"}: ${fault.msg}`).join(" ");
		return new ApiError(response.status, "invalid_input", sentence, { requestId, type: "validation_error", payload });
	}
	const said = detail?.message ?? detail?.msg ?? payload?.msg;
	if (said) {
		return new ApiError(response.status, (detail?.code as ErrorCode | undefined) ?? "unknown", said, {
			requestId: detail?.request_id ?? requestId,
			type: detail?.type,
			payload,
		});
	}
	// A proxy in front answers 502 to 504 while the server behind it is starting.
	const code = response.status >= 502 && response.status <= 504 ? "unreachable" : "unknown";
	const message = response.statusText || `The server answered ${response.status}.`;
	return new ApiError(response.status, code, message, { requestId, payload });
}

/** What went wrong, where it went wrong: beside what could not be shown or sent. */
export function messageOf(error: unknown): string {
	return error instanceof Error && error.message ? error.message : "Something went wrong.";
}

/** What a toast says of an error: below 500 the server's own words, else the fallback, since those words are for its operator. */
export function toastMessage(error: unknown, fallback = "Something went wrong, please try again later."): string {
	if (isApiError(error)) return error.status < 500 ? error.message : fallback;
	return error instanceof Error && error.message ? error.message : fallback;
}
