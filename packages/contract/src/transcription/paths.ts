/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const transcriptionPaths = {
	convert: { id: "speechToText_convert", method: "POST", path: "/v1/speech-to-text" },
	listSourceLanguages: { id: "speechToText_languages", method: "GET", path: "/v1/speech-to-text/languages" },
	createTranscript: { id: "speechToText_transcripts_create", method: "POST", path: "/v1/speech-to-text/transcripts" },
	listTranscripts: { id: "speechToText_transcripts_list", method: "GET", path: "/v1/speech-to-text/transcripts" },
	getTranscript: {
		id: "speechToText_transcripts_get",
		method: "GET",
		path: "/v1/speech-to-text/transcripts/{transcription_id}",
	},
	getTranscriptDetails: {
		id: "speechToText_transcripts_details",
		method: "GET",
		path: "/v1/speech-to-text/transcripts/{transcription_id}/details",
	},
	updateTranscript: {
		id: "speechToText_transcripts_update",
		method: "PATCH",
		path: "/v1/speech-to-text/transcripts/{transcription_id}",
	},
	deleteTranscript: {
		id: "speechToText_transcripts_delete",
		method: "DELETE",
		path: "/v1/speech-to-text/transcripts/{transcription_id}",
	},
	cancelTranscript: {
		id: "speechToText_transcripts_cancel",
		method: "POST",
		path: "/v1/speech-to-text/transcripts/{transcription_id}/cancel",
	},
	getTranscriptAudio: {
		id: "speechToText_transcripts_audio",
		method: "GET",
		path: "/v1/speech-to-text/transcripts/{transcription_id}/audio",
	},
	exportTranscript: {
		id: "speechToText_transcripts_export",
		method: "GET",
		path: "/v1/speech-to-text/transcripts/{transcription_id}/export",
	},
} as const;
