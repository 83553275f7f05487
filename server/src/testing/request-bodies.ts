// Requests that the security matrix sends, as far as their schemas don't tell what to send.

/** Valid values for fields whose schema alone doesn't tell, by field name. */
export const defaultValues: Record<string, unknown> = {
	email: "someone@example.com",
	emails: ["someone@example.com"],
	end_ms: 60_000,
	subtitles: "1\n00:00:01,000 --> 00:00:02,000\nTheirs.\n",
};

const target = { resource_type: "pronunciation_dictionary", user_email: "someone@example.com" };
/** Request bodies that can't be derived from their schema: rules across fields, files, special text formats. */
export const requestBodies: Record<string, unknown> = {
	voices_consent_give: { recording: new Blob(["no audio"]) },
	consentLinks_give: { recording: new Blob(["no audio"]) },
	voices_captcha_verify: { recording: new Blob(["no audio"]) },
	voices_verification_request: { files: new Blob(["no audio"]) },
	voices_pvc_samples_create: { files: new Blob(["no audio"]) },
	voices_pvc_verification_captcha_verify: { recording: new Blob(["no audio"]) },
	voices_pvc_verification_request: { files: new Blob(["no audio"]) },
	audioIsolation_convert: { audio: new Blob(["no audio"]) },
	audioIsolation_stream: { audio: new Blob(["no audio"]) },
	openai_createTranscription: { file: new Blob(["no audio"]), model: "whisper-1" },
	openai_createTranslation: { file: new Blob(["no audio"]), model: "whisper-1" },
	speechToText_convert: { file: new Blob(["no audio"]), webhook: "true" },
	speechToText_transcripts_create: { source_url: "http://insecure.example/a.mp3" },
	voiceover_lines_create: { start_ms: 0, end_ms: 1_000, text: "Theirs." },
	voiceover_lines_update: { text: "Changed." },
	voiceover_speech_create: {},
	voiceover_exports_create: { format: "wav", allow_problems: true },
	studio_takes_create: { index: 0, text: "Theirs." },
	studio_takes_choose: { index: 0, text: "Theirs.", take_id: null },
	studio_conversions_create: {},
	studio_exports_create: { format: "srt" },
	studio_cover_set: { cover: new Blob(["no picture"]) },
	studio_bundles_import: { file: new Blob(["no bundle"]) },
	studio_revisions_create: { file: new Blob(["Once upon a time."]) },
	studio_imports_create: { file: new Blob(["Once upon a time."]) },
	studio_projects_content_update: { from_content_json: '[{"name":"One","blocks":[]}]' },
	uploads_append: { offset: 0, part: new Blob(["8 bytes."]) },
	// With an unknown model, so that the owner's request is rejected instead of waiting for a worker.
	speechToSpeech_convert: { audio: new Blob(["no audio"]), model_id: "none" },
	speechToSpeech_stream: { audio: new Blob(["no audio"]), model_id: "none" },
	voiceChanger_convert: { audio: new Blob(["no audio"]), model_id: "none" },
	voiceChanger_stream: { audio: new Blob(["no audio"]), model_id: "none" },
	workspace_resources_share: { role: "viewer", ...target },
	workspace_resources_unshare: target,
	voices_update: { name: "Renamed" },
	voices_shareLibrary: { enable_library: true },
};
