/** The workflow that transcribes a recording. */
export const transcriptWorkflowName = "Transcript";

/** The recording as MP3, for playback. */
export const audioKeyOf = (workspaceId: string, transcriptId: string) =>
	`transcripts/${workspaceId}/${transcriptId}.mp3`;
