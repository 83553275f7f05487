/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const speechPaths = {
	convert: { id: "textToSpeech_convert", method: "POST", path: "/v1/text-to-speech/{voice_id}" },
	convertWithTimestamps: {
		id: "textToSpeech_convertWithTimestamps",
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}/with-timestamps",
	},
	stream: { id: "textToSpeech_stream", method: "POST", path: "/v1/text-to-speech/{voice_id}/stream" },
	streamWithTimestamps: {
		id: "textToSpeech_streamWithTimestamps",
		method: "POST",
		path: "/v1/text-to-speech/{voice_id}/stream/with-timestamps",
	},
	estimate: { id: "textToSpeech_estimate", method: "POST", path: "/v1/text-to-speech/{voice_id}/estimate" },
	createJob: { id: "textToSpeech_createJob", method: "POST", path: "/v1/text-to-speech/{voice_id}/jobs" },
	listJobs: { id: "speechJobs_list", method: "GET", path: "/v1/speech-jobs" },
	getJob: { id: "speechJobs_get", method: "GET", path: "/v1/speech-jobs/{speech_job_id}" },
	cancelJob: { id: "speechJobs_cancel", method: "DELETE", path: "/v1/speech-jobs/{speech_job_id}" },
	continueItem: { id: "speech_continue", method: "POST", path: "/v1/history/{history_item_id}/continue" },
	dialogue: { id: "textToDialogue_convert", method: "POST", path: "/v1/text-to-dialogue" },
	dialogueWithTimestamps: {
		id: "textToDialogue_convertWithTimestamps",
		method: "POST",
		path: "/v1/text-to-dialogue/with-timestamps",
	},
	dialogueStream: { id: "textToDialogue_stream", method: "POST", path: "/v1/text-to-dialogue/stream" },
	dialogueStreamWithTimestamps: {
		id: "textToDialogue_streamWithTimestamps",
		method: "POST",
		path: "/v1/text-to-dialogue/stream/with-timestamps",
	},
	dialogueEstimate: { id: "textToDialogue_estimate", method: "POST", path: "/v1/text-to-dialogue/estimate" },
	getTakes: { id: "speech_getTakes", method: "GET", path: "/v1/history/{history_item_id}/takes" },
	checkTakes: { id: "speech_checkTakes", method: "POST", path: "/v1/history/{history_item_id}/takes/check" },
	retake: { id: "speech_retake", method: "POST", path: "/v1/history/{history_item_id}/takes/{index}/retake" },
	forcedAlignment: { id: "forcedAlignment_create", method: "POST", path: "/v1/forced-alignment" },
	trySpeech: { id: "try_speech", method: "POST", path: "/v1/try/speech" },
} as const;
