// Where the files of voice-overs are in the storage.
import type { FileHandle } from "node:fs/promises";

export const voiceoverFolder = (workspaceId: string, voiceoverId: string): string =>
	`voiceovers/${workspaceId}/${voiceoverId}`;
export const clipFolder = (workspaceId: string, voiceoverId: string, clipId: string): string =>
	`${voiceoverFolder(workspaceId, voiceoverId)}/clips/${clipId}`;

/** Clips are mixed at this rate, in stereo. */
export const mixRate = 48_000;
export const bytesPerFrame = 4;

const pieceBytes = 256 * 1024;

/** All bytes of an open file. Unlike a stream, it leaves the file to its owner. */
export async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
	for (let at = 0; ; ) {
		const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
		if (bytesRead === 0) return;
		at += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
