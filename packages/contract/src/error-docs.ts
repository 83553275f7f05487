import type { ErrorCode } from "./errors.ts";

/** What causes each error and how to fix it, for the API reference. Separate from errors.ts to keep it out of the web app. */
export const errorDocs: Record<ErrorCode, { cause: string; fix: string }> = {
	needs_authorization: {
		cause: "The request has no credentials.",
		fix: "Send an API key in the `xi-api-key` header, or sign in.",
	},
	invalid_api_key: {
		cause: "The API key doesn't exist, is disabled or has expired.",
		fix: "Check the key, or create a new one.",
	},
	quota_exceeded: {
		cause: "The workspace or the API key doesn't have enough credits left for this request.",
		fix: "Send a shorter text or recording, raise the key's limit, or wait for the next billing period.",
	},
	missing_permissions: {
		cause: "The API key or the user's role doesn't include the required permission.",
		fix: "Use a key with that permission, or ask a workspace admin.",
	},
	forbidden_origin: {
		cause: "A request authenticated by cookie came from another site.",
		fix: "Send an API key instead of the cookie.",
	},
	two_factor_required: {
		cause:
			"The workspace requires two-factor authentication, which the user hasn't turned on, and the session wasn't started with a passkey.",
		fix: "Turn it on in the security settings or sign in with a passkey, then retry.",
	},
	workspace_suspended: {
		cause: "The workspace is suspended.",
		fix: "Contact the operator of this server.",
	},
	needs_session: {
		cause: "The action requires a signed-in user and can't be done with an API key.",
		fix: "Sign in and retry with the session.",
	},
	ip_not_allowed: {
		cause: "The API key is restricted to other IP addresses.",
		fix: "Send the request from an allowed address, or change the key's allow list.",
	},
	only_for_higher_plan: {
		cause: "The workspace's plan doesn't include this feature.",
		fix: "Upgrade the plan.",
	},
	verification_attempts_exceeded: {
		cause: "Voice verification failed too many times.",
		fix: "Wait until the attempts reset; the response says when.",
	},
	voice_banned: {
		cause: "The voice was blocked by moderation.",
		fix: "Use another voice.",
	},
	voice_disabled: {
		cause: "The voice's owner withdrew it, and its notice period is over.",
		fix: "Use another voice.",
	},
	voice_consent_revoked: {
		cause: "The speaker revoked consent for this voice.",
		fix: "Use another voice, or ask the speaker to give consent again.",
	},
	voice_not_verified: {
		cause: "The voice was created from recordings, and the speaker hasn't given consent yet.",
		fix: "Have the speaker read the consent sentence aloud.",
	},
	voice_not_ready: {
		cause: "The voice is still being created.",
		fix: "Wait until its training state is `fine_tuned`.",
	},
	text_not_allowed: {
		cause: "The text violates this server's content rules.",
		fix: "Change the text.",
	},
	no_seats_left: {
		cause: "All seats of the workspace's plan are taken.",
		fix: "Remove a member, or upgrade the plan.",
	},
	not_found: {
		cause: "The resource doesn't exist or belongs to another workspace.",
		fix: "Check the id and the path.",
	},
	voice_not_found: {
		cause: "The voice doesn't exist or isn't available to this workspace.",
		fix: "List voices to get valid ids.",
	},
	sample_not_found: {
		cause: "The voice has no sample with this id.",
		fix: "Get the voice to list its samples.",
	},
	speaker_not_found: {
		cause: "The recording has no speaker with this id.",
		fix: "List the recording's speakers to get valid ids.",
	},
	voice_collection_not_found: {
		cause: "The collection doesn't exist.",
		fix: "List collections to get valid ids.",
	},
	model_not_found: {
		cause: "No model has this id.",
		fix: "List models to get valid ids.",
	},
	history_item_not_found: {
		cause: "The history item doesn't exist, was deleted or belongs to another workspace.",
		fix: "List the history to get valid ids.",
	},
	api_key_not_found: {
		cause: "The API key doesn't exist.",
		fix: "List API keys to get valid ids.",
	},
	webhook_not_found: {
		cause: "The webhook doesn't exist.",
		fix: "List webhooks to get valid ids.",
	},
	webhook_delivery_not_found: {
		cause: "The webhook delivery doesn't exist or is no longer stored.",
		fix: "List the webhook's deliveries to get valid ids.",
	},
	workspace_not_found: {
		cause: "The workspace doesn't exist, or the user isn't a member.",
		fix: "List workspaces to get valid ids.",
	},
	pronunciation_dictionary_not_found: {
		cause: "The dictionary or its version doesn't exist.",
		fix: "List dictionaries to get valid ids.",
	},
	consent_link_not_found: {
		cause: "The consent link doesn't exist, has expired or was revoked.",
		fix: "Ask the person who sent the link for a new one.",
	},
	invite_not_found: {
		cause: "The invitation doesn't exist, has expired or was already accepted.",
		fix: "Ask a workspace admin for a new invitation.",
	},
	member_not_found: {
		cause: "The workspace has no such member.",
		fix: "List members to check the email address or id.",
	},
	group_not_found: {
		cause: "The group doesn't exist.",
		fix: "List groups to get valid ids.",
	},
	service_account_not_found: {
		cause: "The service account doesn't exist.",
		fix: "List service accounts to get valid ids.",
	},
	resource_not_found: {
		cause: "The shared resource doesn't exist or isn't shared with this user.",
		fix: "Check the id and the resource type.",
	},
	session_not_found: {
		cause: "The session has ended.",
		fix: "List sessions to get valid ids.",
	},
	device_not_found: {
		cause: "The device was already removed.",
		fix: "List devices to get valid ids.",
	},
	passkey_not_found: {
		cause: "No passkey with this id belongs to the user.",
		fix: "List the passkeys and use one of their ids.",
	},
	invalid_request: {
		cause: "The request is well formed, but its values contradict each other or the current state.",
		fix: "Follow the error message; `param` names the field.",
	},
	invalid_code: {
		cause: "The code is wrong, was used before or has expired.",
		fix: "Request a new code.",
	},
	invalid_passkey: {
		cause: "The passkey couldn't be verified, or its options have expired.",
		fix: "Start again with new options.",
	},
	wrong_password: {
		cause: "The current password is wrong.",
		fix: "Enter it again, or reset it.",
	},
	weak_password: {
		cause: "The new password is too easy to guess.",
		fix: "Choose a longer password with fewer common words.",
	},
	email_not_allowed: {
		cause: "This email address can't be used here.",
		fix: "Use another address.",
	},
	sign_up_not_allowed: {
		cause: "The operator of this server limits who can create an account.",
		fix: "Ask for an invite, or use an address that is allowed.",
	},
	empty_text: {
		cause: "The text has nothing that can be spoken.",
		fix: "Send text with at least one word or number.",
	},
	max_character_limit_exceeded: {
		cause: "The text is longer than the model accepts in one request.",
		fix: "Split the text, and pass `previous_text` or `previous_request_ids` to keep it continuous.",
	},
	model_can_not_use_voice: {
		cause: "The model can't speak with this voice.",
		fix: "Choose a model listed with the voice.",
	},
	unsupported_language: {
		cause: "The model or the voice doesn't support the language.",
		fix: "Choose another voice or leave `language_code` out.",
	},
	invalid_markup: {
		cause: "The SSML in the text is malformed or uses an unsupported tag.",
		fix: "Fix the tag named in the message.",
	},
	invalid_image: {
		cause: "The file isn't a PNG picture of an allowed size.",
		fix: "Upload a square PNG file from 32 to 512 pixels wide.",
	},
	invalid_audio: {
		cause: "The file isn't readable audio, or is too short, too long or silent.",
		fix: "Upload a recording in a supported format.",
	},
	verification_failed: {
		cause: "The recording doesn't match the sentence or the speaker.",
		fix: "Read the sentence exactly as shown, in the same voice as the samples.",
	},
	voice_limit_reached: {
		cause: "All voice slots of the plan are in use.",
		fix: "Delete a voice, or upgrade the plan.",
	},
	voice_edit_limit_reached: {
		cause: "This month's voice edits are used up.",
		fix: "Wait for the next month, or upgrade the plan.",
	},
	invalid_lexicon: {
		cause: "The file isn't a valid PLS lexicon.",
		fix: "Fix the line named in the message.",
	},
	too_many_rules: {
		cause: "The dictionary would have more rules than allowed.",
		fix: "Delete rules, or use a second dictionary.",
	},
	invalid_webhook_url: {
		cause: "The URL isn't a public HTTPS address.",
		fix: "Use an https:// URL that resolves to a public address.",
	},
	form_too_fast: {
		cause: "The form was submitted faster than a person could fill it in.",
		fix: "Submit it again.",
	},
	form_token_invalid: {
		cause: "The form's token is missing, wrong or expired.",
		fix: "Reload the page and submit the form again.",
	},
	input_timeout_exceeded: {
		cause: "The request body, or the next socket message, took too long to arrive.",
		fix: "Retry over a faster connection, or send a keep-alive message.",
	},
	too_many_uploads: {
		cause: "The workspace has 200 uploads that no tool has used yet.",
		fix: "Use or delete some of them; unused uploads are deleted after 24 hours.",
	},
	upload_offset_mismatch: {
		cause: "The part does not start where the stored bytes end.",
		fix: "Get the upload and continue from `received_bytes`.",
	},
	project_not_found: {
		cause: "There is no project with this id in the workspace, or it isn't shared with you.",
		fix: "List the projects to find its id, or ask its owner for access.",
	},
	chapter_not_found: {
		cause: "The project has no chapter with this id.",
		fix: "Get the project to find the ids of its chapters.",
	},
	character_not_found: {
		cause: "The project has no character with this id.",
		fix: "Get the cast of the project to find the ids of its characters.",
	},
	character_limit_reached: {
		cause: "The project has 500 characters.",
		fix: "Merge or delete characters without lines.",
	},
	block_not_found: {
		cause: "The chapter has no block with this id.",
		fix: "Get the chapter to find the ids of its blocks.",
	},
	export_not_found: {
		cause: "The project has no export with this id.",
		fix: "List the exports of the project.",
	},
	export_limit_reached: {
		cause: "The project has 50 exports.",
		fix: "Delete some of them.",
	},
	not_converted: {
		cause: "Chapters that are to be exported have no audio yet.",
		fix: "Convert the chapters that the message names, or leave them out.",
	},
	conversion_not_found: {
		cause: "The project has no conversion with this id.",
		fix: "List the conversions of the project.",
	},
	snapshot_not_found: {
		cause: "The project or chapter has no snapshot with this id.",
		fix: "List its snapshots. Convert it to make one.",
	},
	take_not_found: {
		cause: "The project has no take with this id, or it isn't one of this sentence.",
		fix: "List the takes of the block.",
	},
	voiceover_not_found: {
		cause: "The workspace has no voice-over with this id.",
		fix: "List your voice-overs to find their ids.",
	},
	voiceover_line_not_found: {
		cause: "The voice-over has no line with this id, or the line has no speech yet.",
		fix: "Get the voice-over to find the ids of its lines. Generate speech before you request its audio.",
	},
	voiceover_clip_not_found: {
		cause: "The voice-over has no clip with this id, or its file isn't ready.",
		fix: "Get the voice-over to find the ids and states of its clips.",
	},
	voiceover_job_not_found: {
		cause: "The voice-over has no job with this id, or the job has no file.",
		fix: "Get the voice-over to find its latest jobs. Only exports that are done have a file.",
	},
	voiceover_limit_reached: {
		cause: "The voice-over has 500 lines or 20 sound files.",
		fix: "Delete what you don't need, or continue in another voice-over.",
	},
	import_not_found: {
		cause: "You have no import with this id, or it was deleted because it wasn't accepted within a week.",
		fix: "List your imports, or import the document again.",
	},
	revision_not_found: {
		cause: "The project has no revision with this id, or it was discarded or deleted after a week.",
		fix: "List the revisions of the project, or import the revised manuscript again.",
	},
	import_limit_reached: {
		cause: "You have 20 imports that are being read or wait to be accepted.",
		fix: "Accept or delete some of them.",
	},
	invalid_document: {
		cause:
			"The document can't be read: its format isn't supported, it is damaged, encrypted or too large, or has no text.",
		fix: "Send a text, Markdown, HTML, Word (.docx), EPUB or PDF file with text, at most 50 MB.",
	},
	comment_not_found: {
		cause: "The chapter has no comment with this id.",
		fix: "List the comments of the chapter.",
	},
	review_link_not_found: {
		cause: "The review link doesn't exist, has expired or was withdrawn.",
		fix: "Ask the person who sent the link for a new one. In a project, list its review links.",
	},
	review_guest_not_found: {
		cause: "The key of the guest doesn't belong to this review link.",
		fix: "Give a name on the page of the link again.",
	},
	review_action_not_allowed: {
		cause: "The review link doesn't allow comments or approvals.",
		fix: "Ask the person who sent the link for one that does.",
	},
	comparison_not_found: {
		cause: "The review link has no blind comparison with this id.",
		fix: "List the comparisons of the link.",
	},
	project_limit_reached: {
		cause: "The workspace has as many projects as its plan allows.",
		fix: "Delete a project or upgrade the plan.",
	},
	chapter_limit_reached: {
		cause: "The project has as many chapters as a project can have.",
		fix: "Delete or join chapters, or continue in another project.",
	},
	comment_limit_reached: {
		cause: "The chapter has as many comments as a chapter can have.",
		fix: "Delete comments that are resolved.",
	},
	transcript_not_found: {
		cause: "The transcript doesn't exist, was deleted, isn't finished or belongs to another workspace.",
		fix: "Check the id. While it is in progress, get its details or wait for the event.",
	},
	upload_not_found: {
		cause: "There is no upload with this id in the workspace, or it has expired.",
		fix: "Start a new upload.",
	},
	conflict: {
		cause: "The request conflicts with the current state, such as a name that is taken.",
		fix: "Follow the error message, then retry.",
	},
	user_has_active_subscription: {
		cause: "The user's own workspace has a paid plan.",
		fix: "Cancel that plan first.",
	},
	bipa_terms_required: {
		cause: "The request processes a recorded voice for a user in Illinois who hasn't accepted the biometric terms.",
		fix: "Accept the terms in the app, or with `POST /v1/user/accept-bipa-terms`.",
	},
	last_admin: {
		cause: "The workspace would be left without an admin.",
		fix: "Make someone else an admin first.",
	},
	owner_must_stay: {
		cause: "The owner can't leave or be removed.",
		fix: "Transfer ownership first.",
	},
	payload_too_large: {
		cause: "The request body or an uploaded file is too large.",
		fix: "Send a smaller or compressed file.",
	},
	unsupported_media_type: {
		cause: "The content type isn't supported by this endpoint.",
		fix: "Send JSON, or multipart/form-data where files are uploaded.",
	},
	headers_too_large: {
		cause: "The request headers are too large.",
		fix: "Remove unneeded headers and cookies.",
	},
	invalid_parameters: {
		cause: "A field or parameter is missing, unknown or has an invalid value.",
		fix: "Correct the fields listed in `errors`.",
	},
	rate_limit_exceeded: {
		cause: "Too many requests in a short time.",
		fix: "Wait as long as the `Retry-After` header says.",
	},
	too_many_concurrent_requests: {
		cause: "The workspace is already running as many generations as its plan allows.",
		fix: "Wait for one to finish, or upgrade the plan.",
	},
	system_busy: {
		cause: "The server is at capacity.",
		fix: "Wait as long as the `Retry-After` header says.",
	},
	internal_error: {
		cause: "Something failed on the server.",
		fix: "Retry. If it keeps failing, report the `request_id` to the operator.",
	},
	service_unavailable: {
		cause: "A part of the server that this request needs is not running.",
		fix: "Retry in a minute. If it keeps failing, contact the operator.",
	},
};
