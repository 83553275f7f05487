/** Where the files of an isolation are stored. */
export const isolationFolder = (workspaceId: string, id: string) => `isolations/${workspaceId}/${id}`;

export type IsolationFile = "isolated.mp3" | "isolated.wav" | "original.mp3" | "video";
export const fileKey = (workspaceId: string, id: string, file: IsolationFile) =>
	`${isolationFolder(workspaceId, id)}/${file}`;

/** The name under which a result is downloaded. */
export function downloadName(title: string, extension: string): string {
	return `${title.replace(/\.[A-Za-z0-9]{1,5}$/, "") || "recording"} (voice only).${extension}`;
}
