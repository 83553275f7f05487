import type { ErrorCode } from "@timbre/contract/errors.ts";

type ErrorDetails = {
	requestId?: string;
	/** The error type sent by the server, such as "validation_error". */
	type?: string;
	/** The complete response body. */
	payload?: unknown;
	/** The response had no message, so that of the error is its status text. */
	onlyStatus?: boolean;
};

/** An error response or a network failure, with a message that can be shown to the user. */
export class ApiError extends Error {
	/** The HTTP status; 0 if there was no response. */
	readonly status: number;
	readonly code: ErrorCode | "unreachable" | "unknown";
	readonly type: string;
	readonly payload: unknown;
	readonly requestId: string | undefined;
	readonly onlyStatus: boolean;

	constructor(status: number, code: ApiError["code"], message: string, about: ErrorDetails = {}) {
		super(message);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
		this.type = about.type ?? code;
		this.payload = about.payload;
		this.requestId = about.requestId;
		this.onlyStatus = about.onlyStatus ?? false;
	}
}

export function isApiError(error: unknown): error is ApiError {
	return error instanceof ApiError;
}

export function unreachable(): ApiError {
	return new ApiError(0, "unreachable", "Network error", { type: "network_error" });
}

/** Error bodies: our own format, and `msg` from proxies. */
type ValidationIssue = { loc?: (string | number)[]; msg?: string };
type Detail = {
	message?: string;
	msg?: string;
	code?: string;
	type?: string;
	request_id?: string;
	/** Invalid fields. */
	errors?: ValidationIssue[];
};
type Body = { detail?: Detail; message?: string; msg?: string };

export async function readError(response: Response): Promise<ApiError> {
	const requestId = response.headers.get("x-request-id") ?? undefined;
	const payload = (await response.json().catch(() => null)) as Body | null;
	const detail = payload?.detail;
	const message = detail?.errors?.map(issueMessage).join(" ") ?? detail?.message ?? detail?.msg ?? payload?.msg;
	if (message) {
		return new ApiError(response.status, (detail?.code as ErrorCode | undefined) ?? "unknown", message, {
			requestId: detail?.request_id ?? requestId,
			type: detail?.type,
			payload,
		});
	}
	// A proxy responds with 502 to 504 while the server behind it is starting.
	const code = response.status >= 502 && response.status <= 504 ? "unreachable" : "unknown";
	const statusMessage = response.statusText || `The server returned status ${response.status}.`;
	return new ApiError(response.status, code, statusMessage, { requestId, payload, onlyStatus: true });
}

/** A full sentence is written for users; anything else needs the name of the field. */
function issueMessage({ loc, msg = "" }: ValidationIssue): string {
	return msg.endsWith(".") ? msg : `${loc?.at(-1) ?? "input"}: ${msg}`;
}

/** The message to show inline, next to what failed: never a bare status text such as "Bad Gateway". */
export function messageOf(error: unknown): string {
	if (isApiError(error) && error.onlyStatus) {
		if (error.code === "unreachable") return "The server isn't responding. Wait a moment and try again.";
		return `The server returned an unexpected response (status ${error.status}). Try again later.`;
	}
	return error instanceof Error && error.message ? error.message : "Something went wrong.";
}

/**
 * The message for a toast: the server's message below 500, otherwise the fallback, since 5xx messages are for the
 * operator.
 */
export function toastMessage(error: unknown, fallback = "Something went wrong, please try again later."): string {
	if (isApiError(error)) return error.status < 500 ? messageOf(error) : fallback;
	return error instanceof Error && error.message ? error.message : fallback;
}
