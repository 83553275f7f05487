import type { TryVoice } from "@timbre/contract/voices.ts";
import { readError, unreachable } from "../../lib/api-error.ts";

// Written out, because the contract brings the whole of its schemas along; a test holds them to it.
export const tryLimit = 200;
export const tryPaths = { voices: "/v1/try/voices", speech: "/v1/try/speech" };

/** The best voices there are for a language, the best first. */
export async function fetchTryVoices(
	{ language, voiceId }: { language: string; voiceId?: string | undefined },
	signal: AbortSignal,
): Promise<TryVoice[]> {
	const asked = new URLSearchParams({ language, ...(voiceId ? { voice_id: voiceId } : {}) });
	const response = await send(`${tryPaths.voices}?${asked}`, { signal });
	return ((await response.json()) as { voices: TryVoice[] }).voices;
}

/** A visitor's sentence, answered as soon as its first sound is there. */
export function askToSpeak(text: string, voiceId: string, signal: AbortSignal): Promise<Response> {
	return send(tryPaths.speech, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ text, voice_id: voiceId }),
		signal,
	});
}

async function send(url: string, init: RequestInit): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(url, { credentials: "same-origin", ...init });
	} catch (error) {
		if (init.signal?.aborted) throw error;
		throw unreachable();
	}
	if (!response.ok) throw await readError(response);
	return response;
}
