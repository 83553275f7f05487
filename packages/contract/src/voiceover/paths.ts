const projects = "/v1/voiceover/projects";
const one = `${projects}/{voiceover_id}` as const;

/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const voiceoverPaths = {
	listVoiceovers: { id: "voiceover_projects_list", method: "GET", path: projects },
	createVoiceover: { id: "voiceover_projects_create", method: "POST", path: projects },
	getVoiceover: { id: "voiceover_projects_get", method: "GET", path: one },
	updateVoiceover: { id: "voiceover_projects_update", method: "PATCH", path: one },
	deleteVoiceover: { id: "voiceover_projects_delete", method: "DELETE", path: one },
	createLine: { id: "voiceover_lines_create", method: "POST", path: `${one}/lines` },
	importLines: { id: "voiceover_lines_import", method: "POST", path: `${one}/lines/import` },
	getSubtitles: { id: "voiceover_lines_subtitles", method: "GET", path: `${one}/subtitles` },
	updateLine: { id: "voiceover_lines_update", method: "PATCH", path: `${one}/lines/{line_id}` },
	deleteLine: { id: "voiceover_lines_delete", method: "DELETE", path: `${one}/lines/{line_id}` },
	getLineAudio: { id: "voiceover_lines_audio", method: "GET", path: `${one}/lines/{line_id}/audio` },
	createClip: { id: "voiceover_clips_create", method: "POST", path: `${one}/clips` },
	updateClip: { id: "voiceover_clips_update", method: "PATCH", path: `${one}/clips/{clip_id}` },
	deleteClip: { id: "voiceover_clips_delete", method: "DELETE", path: `${one}/clips/{clip_id}` },
	getClipContent: { id: "voiceover_clips_content", method: "GET", path: `${one}/clips/{clip_id}/content` },
	getPrice: { id: "voiceover_speech_price", method: "GET", path: `${one}/speech-price` },
	createSpeech: { id: "voiceover_speech_create", method: "POST", path: `${one}/speech` },
	createExport: { id: "voiceover_exports_create", method: "POST", path: `${one}/exports` },
	getJob: { id: "voiceover_jobs_get", method: "GET", path: `${one}/jobs/{voiceover_job_id}` },
	cancelJob: { id: "voiceover_jobs_cancel", method: "POST", path: `${one}/jobs/{voiceover_job_id}/cancel` },
	getExportFile: { id: "voiceover_jobs_file", method: "GET", path: `${one}/jobs/{voiceover_job_id}/file` },
} as const;
