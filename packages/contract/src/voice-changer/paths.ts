/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const voiceChangerPaths = {
	convert: { id: "speechToSpeech_convert", method: "POST", path: "/v1/speech-to-speech/{voice_id}" },
	stream: { id: "speechToSpeech_stream", method: "POST", path: "/v1/speech-to-speech/{voice_id}/stream" },
	// Where the official SDK for Python sends the same two requests.
	convertAlias: { id: "voiceChanger_convert", method: "POST", path: "/v1/voice-changer/{voice_id}" },
	streamAlias: { id: "voiceChanger_stream", method: "POST", path: "/v1/voice-changer/{voice_id}/stream" },
	createJob: { id: "speechToSpeech_createJob", method: "POST", path: "/v1/speech-to-speech/{voice_id}/jobs" },
	listJobs: { id: "speechToSpeech_listJobs", method: "GET", path: "/v1/speech-to-speech/jobs" },
	getJob: { id: "speechToSpeech_getJob", method: "GET", path: "/v1/speech-to-speech/jobs/{conversion_job_id}" },
	cancelJob: {
		id: "speechToSpeech_cancelJob",
		method: "DELETE",
		path: "/v1/speech-to-speech/jobs/{conversion_job_id}",
	},
} as const;
