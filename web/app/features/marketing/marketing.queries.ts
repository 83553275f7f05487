import type { TryVoice } from "@timbre/contract/voices/endpoints.ts";
import { readError, unreachable } from "../../lib/api/api-error.ts";

// Duplicated from the contract to keep its schemas out of the bundle; a test checks that they match.
export const tryLimit = 200;
export const tryPaths = { voices: "/v1/try/voices", speech: "/v1/try/speech" };

/** Voices for a language, best first. */
export async function fetchTryVoices(
	{ language, voiceId }: { language: string; voiceId?: string | undefined },
	signal: AbortSignal,
): Promise<TryVoice[]> {
	const params = new URLSearchParams({ language, ...(voiceId ? { voice_id: voiceId } : {}) });
	const response = await send(`${tryPaths.voices}?${params}`, { signal });
	return ((await response.json()) as { voices: TryVoice[] }).voices;
}

/** Generates a visitor's sentence. Resolves when the first audio is available. */
export function requestTrySpeech(text: string, voiceId: string, signal: AbortSignal): Promise<Response> {
	return send(tryPaths.speech, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ text, voice_id: voiceId }),
		signal,
	});
}

/** Audio that comes with the page, or undefined if it can't be loaded. */
export async function requestClip(url: string, signal: AbortSignal): Promise<Response | undefined> {
	try {
		return await send(url, { signal });
	} catch (error) {
		if (signal.aborted) throw error;
		return undefined;
	}
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
