// Invariant: the name of a voice prompted from a short recording contains the storage key of that recording, so any
// speech node can render it. The transcript is stored next to the recording.

const prefix = "prompt:";
const keyPattern = /^voices\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+\/consent\/[A-Za-z0-9_-]+$/;

export type VoicePrompt = { pcm: Float32Array; sampleRate: number /** The transcript. */; text: string };

export function promptName(recordingKey: string): string {
	return `${prefix}${recordingKey}`;
}

/** Returns the storage key of a recording's transcript. */
export const promptTranscriptKey = (recordingKey: string): string => `${recordingKey}.txt`;

/** Returns the recording's storage key. Names are untrusted: returns undefined for anything else. */
export function promptKey(speaker: string): string | undefined {
	const key = speaker.startsWith(prefix) ? speaker.slice(prefix.length) : "";
	return keyPattern.test(key) ? key : undefined;
}
