import { bareType, isAcceptedAudio, isAcceptedVideo, uploadExtension } from "@timbre/contract/files.ts";
import { warn } from "../log.ts";
import { readError, unreachable } from "./api-error.ts";
import { readBlob } from "./read-blob.ts";

/** Fetches a file to save. Rejects unknown content types, such as a proxy's error page. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
	const response = await fetch(url, { credentials: "same-origin", signal }).catch((error: unknown) => {
		throw error instanceof Error && error.name === "AbortError" ? error : unreachable();
	});
	if (!response.ok) throw await readError(response);
	const type = bareType(response.headers.get("content-type") ?? "");
	const blob = await response.blob();
	if (isSupported(type)) return blob;
	void readBlob(blob.slice(0, 200)).then(
		(beginning) => warn(`${url} responded with ${type || "no type"}: ${beginning}`),
		(error: unknown) => warn(`${url} responded with ${type || "no type"}`, error),
	);
	throw new Error(`Invalid response type received: ${type} is not supported.`);
}

function isSupported(type: string): boolean {
	return isAcceptedAudio(type) || isAcceptedVideo(type) || uploadExtension(type) !== undefined;
}

/** Saves a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	document.body.append(link);
	link.click();
	link.remove();
	// Give the browser time to start the download before the URL is revoked.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
