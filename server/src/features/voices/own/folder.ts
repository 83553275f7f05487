/** Storage prefix for all files of a voice, deleted with it. */
export function voiceFolder(workspaceId: string, voiceId: string): string {
	return `voices/${workspaceId}/${voiceId}/`;
}
