import type { Voice } from "@timbre/contract/voices/schemas.ts";

type Speakers = { host?: Voice | undefined; guest?: Voice | undefined };

/** The chosen voices. A guest that isn't chosen speaks the host's language and sounds different where possible. */
export function startVoices(voices: readonly Voice[], chosen: Speakers): Speakers {
	const host = chosen.host ?? voices[0];
	if (!host) return {};
	const others = voices.filter(
		({ voice_id, labels }) => voice_id !== host.voice_id && labels.language === host.labels.language,
	);
	const guest = chosen.guest ?? others.find(({ labels }) => labels.gender !== host.labels.gender) ?? others[0] ?? host;
	return { host, guest };
}
