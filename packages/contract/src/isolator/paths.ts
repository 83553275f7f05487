/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const isolatorPaths = {
	convert: { id: "audioIsolation_convert", method: "POST", path: "/v1/audio-isolation" },
	stream: { id: "audioIsolation_stream", method: "POST", path: "/v1/audio-isolation/stream" },
	listIsolations: { id: "audioIsolation_list", method: "GET", path: "/v1/audio-isolation/history" },
	deleteIsolation: {
		id: "audioIsolation_delete",
		method: "DELETE",
		path: "/v1/audio-isolation/history/{history_item_id}",
	},
	restoreIsolation: {
		id: "audioIsolation_restore",
		method: "POST",
		path: "/v1/audio-isolation/history/{history_item_id}/restore",
	},
	createIsolation: { id: "audioIsolation_jobs_create", method: "POST", path: "/v1/audio-isolation/jobs" },
	getIsolation: { id: "audioIsolation_jobs_get", method: "GET", path: "/v1/audio-isolation/jobs/{isolation_id}" },
	cancelIsolation: {
		id: "audioIsolation_jobs_cancel",
		method: "POST",
		path: "/v1/audio-isolation/jobs/{isolation_id}/cancel",
	},
	getIsolationAudio: {
		id: "audioIsolation_jobs_audio",
		method: "GET",
		path: "/v1/audio-isolation/jobs/{isolation_id}/audio",
	},
	getIsolationVideo: {
		id: "audioIsolation_jobs_video",
		method: "GET",
		path: "/v1/audio-isolation/jobs/{isolation_id}/video",
	},
} as const;
