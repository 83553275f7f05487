import type { SpeechEngine } from "../speech/speech.ts";

/** Real time: a voice speaks about 15 characters per second. For engines whose speed can't be measured at the start. */
export const defaultSecondsPerCharacter = 1 / 15;

const sentence = "Good morning, and welcome back.";

/**
 * Measures how long a loaded engine takes per character. Short sentences take longer per character than long ones, so
 * the result is rather too high.
 */
export async function measureSpeed(
	engine: Pick<SpeechEngine, "speakers" | "stream" | "synthesize">,
	{ signal, now = () => performance.now() }: { signal: AbortSignal; now?: () => number },
): Promise<number> {
	const [speaker] = engine.speakers();
	// It speaks only with prompts, or its speakers are on another server.
	if (!speaker) return defaultSecondsPerCharacter;
	const input = { text: sentence, speaker: speaker.id, language: speaker.language, speed: 1 };
	const startedAt = now();
	if (engine.stream) for await (const _ of engine.stream(input, signal));
	else await engine.synthesize(input, signal);
	return (now() - startedAt) / 1000 / sentence.length;
}
