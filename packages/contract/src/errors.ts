/**
 * Error codes. The wire format of an error is `{detail: {type, code, status, message, request_id}}`. Input that fails
 * validation (422) also has a list of its invalid fields, `errors: [{loc, msg, type}]`.
 */
export const errorCodes = {
	needs_authorization: { http: 401, type: "authentication_error" },
	invalid_api_key: { http: 401, type: "authentication_error" },
	// 401, as existing clients expect: SDKs would retry a 429.
	quota_exceeded: { http: 401, type: "payment_required" },
	missing_permissions: { http: 403, type: "authorization_error" },
	forbidden_origin: { http: 403, type: "authorization_error" },
	workspace_suspended: { http: 403, type: "authorization_error" },
	two_factor_required: { http: 403, type: "authorization_error" },
	// For actions that require the user's session and can't be done with an API key.
	needs_session: { http: 403, type: "authorization_error" },
	ip_not_allowed: { http: 403, type: "authorization_error" },
	only_for_higher_plan: { http: 403, type: "authorization_error" },
	verification_attempts_exceeded: { http: 403, type: "authorization_error" },
	voice_banned: { http: 403, type: "authorization_error" },
	voice_disabled: { http: 403, type: "authorization_error" },
	voice_consent_revoked: { http: 403, type: "authorization_error" },
	voice_not_verified: { http: 403, type: "authorization_error" },
	voice_not_ready: { http: 403, type: "authorization_error" },
	text_not_allowed: { http: 403, type: "authorization_error" },
	review_action_not_allowed: { http: 403, type: "authorization_error" },
	no_seats_left: { http: 403, type: "authorization_error" },
	not_found: { http: 404, type: "not_found" },
	voice_not_found: { http: 404, type: "not_found" },
	upload_not_found: { http: 404, type: "not_found" },
	transcript_not_found: { http: 404, type: "not_found" },
	sample_not_found: { http: 404, type: "not_found" },
	speaker_not_found: { http: 404, type: "not_found" },
	voice_collection_not_found: { http: 404, type: "not_found" },
	model_not_found: { http: 404, type: "not_found" },
	history_item_not_found: { http: 404, type: "not_found" },
	api_key_not_found: { http: 404, type: "not_found" },
	webhook_not_found: { http: 404, type: "not_found" },
	webhook_delivery_not_found: { http: 404, type: "not_found" },
	workspace_not_found: { http: 404, type: "not_found" },
	pronunciation_dictionary_not_found: { http: 404, type: "not_found" },
	consent_link_not_found: { http: 404, type: "not_found" },
	invite_not_found: { http: 404, type: "not_found" },
	member_not_found: { http: 404, type: "not_found" },
	group_not_found: { http: 404, type: "not_found" },
	service_account_not_found: { http: 404, type: "not_found" },
	resource_not_found: { http: 404, type: "not_found" },
	session_not_found: { http: 404, type: "not_found" },
	device_not_found: { http: 404, type: "not_found" },
	passkey_not_found: { http: 404, type: "not_found" },
	project_not_found: { http: 404, type: "not_found" },
	chapter_not_found: { http: 404, type: "not_found" },
	character_not_found: { http: 404, type: "not_found" },
	block_not_found: { http: 404, type: "not_found" },
	export_not_found: { http: 404, type: "not_found" },
	conversion_not_found: { http: 404, type: "not_found" },
	snapshot_not_found: { http: 404, type: "not_found" },
	take_not_found: { http: 404, type: "not_found" },
	voiceover_not_found: { http: 404, type: "not_found" },
	voiceover_line_not_found: { http: 404, type: "not_found" },
	voiceover_clip_not_found: { http: 404, type: "not_found" },
	voiceover_job_not_found: { http: 404, type: "not_found" },
	import_not_found: { http: 404, type: "not_found" },
	revision_not_found: { http: 404, type: "not_found" },
	comment_not_found: { http: 404, type: "not_found" },
	review_link_not_found: { http: 404, type: "not_found" },
	review_guest_not_found: { http: 404, type: "not_found" },
	comparison_not_found: { http: 404, type: "not_found" },
	invalid_request: { http: 400, type: "validation_error" },
	invalid_code: { http: 400, type: "validation_error" },
	invalid_passkey: { http: 400, type: "validation_error" },
	wrong_password: { http: 400, type: "validation_error" },
	weak_password: { http: 400, type: "validation_error" },
	email_not_allowed: { http: 400, type: "validation_error" },
	sign_up_not_allowed: { http: 403, type: "authorization_error" },
	empty_text: { http: 400, type: "validation_error" },
	max_character_limit_exceeded: { http: 400, type: "validation_error" },
	model_can_not_use_voice: { http: 400, type: "validation_error" },
	unsupported_language: { http: 400, type: "validation_error" },
	invalid_markup: { http: 400, type: "validation_error" },
	invalid_image: { http: 400, type: "validation_error" },
	invalid_audio: { http: 400, type: "validation_error" },
	invalid_document: { http: 400, type: "validation_error" },
	verification_failed: { http: 400, type: "validation_error" },
	bipa_terms_required: { http: 403, type: "authorization_error" },
	voice_limit_reached: { http: 400, type: "validation_error" },
	voice_edit_limit_reached: { http: 400, type: "validation_error" },
	invalid_lexicon: { http: 400, type: "validation_error" },
	too_many_rules: { http: 400, type: "validation_error" },
	project_limit_reached: { http: 400, type: "validation_error" },
	chapter_limit_reached: { http: 400, type: "validation_error" },
	character_limit_reached: { http: 400, type: "validation_error" },
	export_limit_reached: { http: 400, type: "validation_error" },
	not_converted: { http: 409, type: "conflict" },
	import_limit_reached: { http: 400, type: "validation_error" },
	voiceover_limit_reached: { http: 400, type: "validation_error" },
	comment_limit_reached: { http: 400, type: "validation_error" },
	invalid_webhook_url: { http: 400, type: "validation_error" },
	form_too_fast: { http: 400, type: "validation_error" },
	form_token_invalid: { http: 400, type: "validation_error" },
	input_timeout_exceeded: { http: 408, type: "validation_error" },
	too_many_uploads: { http: 400, type: "validation_error" },
	upload_offset_mismatch: { http: 409, type: "conflict" },
	conflict: { http: 409, type: "conflict" },
	user_has_active_subscription: { http: 409, type: "conflict" },
	last_admin: { http: 409, type: "conflict" },
	owner_must_stay: { http: 409, type: "conflict" },
	payload_too_large: { http: 413, type: "validation_error" },
	unsupported_media_type: { http: 415, type: "validation_error" },
	headers_too_large: { http: 431, type: "validation_error" },
	invalid_parameters: { http: 422, type: "validation_error" },
	rate_limit_exceeded: { http: 429, type: "rate_limit_error" },
	too_many_concurrent_requests: { http: 429, type: "rate_limit_error" },
	system_busy: { http: 429, type: "rate_limit_error" },
	internal_error: { http: 500, type: "internal_error" },
	service_unavailable: { http: 503, type: "service_unavailable" },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export class AppError extends Error {
	readonly code: ErrorCode;
	readonly retryAfterSeconds: number | undefined;
	readonly param: string | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		options: { cause?: unknown; retryAfterSeconds?: number; param?: string } = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = "AppError";
		this.code = code;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.param = options.param;
	}

	get httpStatus(): number {
		return errorCodes[this.code].http;
	}
}

export type ErrorBody = {
	detail: { type: string; code: ErrorCode; status: ErrorCode; message: string; request_id: string; param?: string };
};

export function errorBody(error: AppError, requestId: string): ErrorBody {
	return {
		detail: {
			type: errorCodes[error.code].type,
			code: error.code,
			status: error.code,
			message: error.message,
			request_id: requestId,
			...(error.param === undefined ? {} : { param: error.param }),
		},
	};
}

/** An invalid field. `loc` starts with "path", "query" or "body". */
export type FieldError = { loc: (string | number)[]; msg: string; type: string };

export type ValidationBody = { detail: ErrorBody["detail"] & { errors: FieldError[] } };

export function validationBody(errors: FieldError[], requestId: string): ValidationBody {
	const nameOf = ({ loc }: FieldError) => loc.slice(1).join(".") || String(loc[0]);
	const message = errors.map((error) => `${nameOf(error)}: ${error.msg}`).join("; ");
	const [first] = errors;
	const error = new AppError("invalid_parameters", message, first ? { param: nameOf(first) } : {});
	return { detail: { ...errorBody(error, requestId).detail, errors } };
}
