// The error messages of the socket. Each has one of the message types that official clients know.
import { AppError, type ErrorCode } from "@timbre/contract/errors.ts";
import type { RealtimeErrorType } from "@timbre/contract/transcription/realtime-schemas.ts";

/** An error with a message type of its own, where the code alone doesn't tell. */
export class RealtimeError extends AppError {
	readonly messageType: RealtimeErrorType;

	constructor(messageType: RealtimeErrorType, code: ErrorCode, message: string) {
		super(code, message);
		this.messageType = messageType;
	}
}

const messageTypes: Partial<Record<ErrorCode, RealtimeErrorType>> = {
	needs_authorization: "auth_error",
	invalid_api_key: "auth_error",
	missing_permissions: "auth_error",
	forbidden_origin: "auth_error",
	workspace_suspended: "auth_error",
	two_factor_required: "auth_error",
	ip_not_allowed: "auth_error",
	quota_exceeded: "quota_exceeded",
	too_many_concurrent_requests: "rate_limited",
	// More messages than can be handled.
	rate_limit_exceeded: "queue_overflow",
	system_busy: "resource_exhausted",
	service_unavailable: "transcriber_error",
	input_timeout_exceeded: "insufficient_audio_activity",
	internal_error: "error",
};

/** Other errors are about the connection request before the session has started, and about a message afterwards. */
export function errorTypeOf(error: AppError, started: boolean): RealtimeErrorType {
	if (error instanceof RealtimeError) return error.messageType;
	return messageTypes[error.code] ?? (started ? "input_error" : "invalid_request");
}
