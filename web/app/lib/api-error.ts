import type { ErrorBody, ErrorCode, ValidationBody } from "@timbre/contract/errors.ts";

/** Anything the server refused, or that kept us from reaching it, with a sentence a person can read. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: ErrorCode | "unreachable" | "invalid_input" | "unknown";
	readonly requestId: string | undefined;

	constructor(status: number, code: ApiError["code"], message: string, requestId?: string) {
		super(message);
		this.name = "ApiError";
		this.status = status;
		this.code = code;
		this.requestId = requestId;
	}
}

export function isApiError(error: unknown): error is ApiError {
	return error instanceof ApiError;
}

export function unreachable(): ApiError {
	return new ApiError(0, "unreachable", "The server cannot be reached. Check the connection and try again.");
}

export async function readError(response: Response): Promise<ApiError> {
	const requestId = response.headers.get("x-request-id") ?? undefined;
	const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | ValidationBody | null;
	const detail = body?.detail;
	if (Array.isArray(detail)) {
		const sentence = detail.map((fault) => `${fault.loc.at(-1) ?? "input"}: ${fault.msg}`).join(" ");
		return new ApiError(response.status, "invalid_input", sentence, requestId);
	}
	if (detail) return new ApiError(response.status, detail.code, detail.message, detail.request_id ?? requestId);
	// A proxy in front answers 502 to 504 while the server behind it is starting.
	if (response.status >= 502 && response.status <= 504) return unreachable();
	return new ApiError(response.status, "unknown", `The server answered ${response.status}.`, requestId);
}

export function messageOf(error: unknown): string {
	return error instanceof Error && error.message ? error.message : "Something went wrong.";
}
