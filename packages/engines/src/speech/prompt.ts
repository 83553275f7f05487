// A voice that an engine copies from a short recording of somebody. Its name says where that recording lies, so that any speech node can
// speak it; the words that are said in it lie beside it.

const prefix = "prompt:";
const keyPattern = /^voices\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+\/consent\/[A-Za-z0-9_-]+$/;

export type VoicePrompt = { pcm: Float32Array; sampleRate: number /** What is said in it. */; text: string };

export function promptName(recordingKey: string): string {
	return `${prefix}${recordingKey}`;
}

/** Where the words of a recording lie. */
export const promptWordsKey = (recordingKey: string): string => `${recordingKey}.txt`;

/** Undefined for what names no recording: the name may come from anywhere. */
export function promptKey(speaker: string): string | undefined {
	const key = speaker.startsWith(prefix) ? speaker.slice(prefix.length) : "";
	return keyPattern.test(key) ? key : undefined;
}
