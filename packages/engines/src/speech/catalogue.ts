import { createHash } from "node:crypto";
import { characterOf, measuredLabels } from "./characters.ts";
import { espeakSpeakers } from "./espeak-speakers.ts";
import { fakeSpeakers } from "./fake-speakers.ts";
import { kokoroSpeakers, unclearKokoroSpeakers } from "./kokoro-speakers.ts";
import { screenedSpeakers } from "./libritts-speakers.ts";
import type { Speaker } from "./speech.ts";

export type CatalogueVoice = {
	/** Stable: derived from engine and speaker only. */
	id: string;
	engine: string;
	speaker: string;
	name: string;
	/** BCP 47. */
	language: string;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	/** Known or measured facts only. */
	labels: Record<string, string>;
	/** What sets the voice apart, in a sentence. */
	line?: string;
};

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 20;

export function voiceId(engine: string, speaker: string): string {
	let rest = BigInt(`0x${createHash("sha256").update(`${engine}:${speaker}`).digest("hex")}`);
	let id = "";
	while (id.length < idLength) {
		id += alphabet.charAt(Number(rest % 62n));
		rest /= 62n;
	}
	return id;
}

function toCatalogueVoice(
	engine: string,
	tier: CatalogueVoice["tier"],
	speaker: Speaker,
	labels: Record<string, string>,
): CatalogueVoice {
	const { id, name, language } = speaker;
	return { id: voiceId(engine, id), engine, speaker: id, name, language, tier, labels };
}

function knownLabels({ accent, gender }: Speaker): Record<string, string> {
	return { ...(accent ? { accent } : {}), ...(gender ? { gender } : {}) };
}

/** Every shipped voice, best tier first. */
export const catalogue: readonly CatalogueVoice[] = [
	...kokoroSpeakers.map((speaker) => {
		const character = characterOf(speaker.id);
		const labels = {
			...knownLabels(speaker),
			...measuredLabels(speaker.id, speaker.gender),
			...(character ? { descriptive: character.descriptive, use_case: character.useCase } : {}),
		} as Record<string, string>;
		if (unclearKokoroSpeakers.includes(speaker.id)) labels.clarity = "often misheard";
		return { ...toCatalogueVoice("kokoro", "quality", speaker, labels), line: character?.line };
	}),
	...screenedSpeakers.map(({ sid, name, labels }) => {
		const speaker = { id: `libritts-${sid}`, name, language: "en-US", accent: "american" };
		return toCatalogueVoice("piper", "fast", speaker, { ...knownLabels(speaker), ...labels });
	}),
	...espeakSpeakers.map((speaker) => toCatalogueVoice("espeak", "basic", speaker, knownLabels(speaker))),
];

const fakeVoices: readonly CatalogueVoice[] = fakeSpeakers.map((speaker) =>
	toCatalogueVoice("fake", "fake", speaker, {}),
);

/** Returns the voices available with these engines; `remote` lists the voices of a remote speech server. */
export function shippedVoices(engines: readonly string[], remote: readonly Speaker[] = []): CatalogueVoice[] {
	const remoteVoices = remote.map((speaker) => toCatalogueVoice("openai", "remote", speaker, knownLabels(speaker)));
	return [...catalogue, ...remoteVoices, ...fakeVoices].filter((voice) => engines.includes(voice.engine));
}
