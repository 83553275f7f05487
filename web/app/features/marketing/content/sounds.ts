// The pieces of the showcase with what was made of them. For loaders: the manifest is not sent to the browser, only the sounds of a page are.
import manifest from "./showcase/manifest.generated.json" with { type: "json" };
import { type ShowcasePiece, showcasePieces } from "./showcase/pieces.ts";

export type ShowcaseSound = {
	id: string;
	title: string;
	note: string;
	lang: string;
	src: string;
	seconds: number;
	/** 0 to 1. */
	peaks: number[];
	/** Decides the colours. */
	voiceId: string;
	voices: string[];
	engine: string;
	tier: string;
	settings: { name: string; value: string }[];
	lines: { speaker: string; text: string }[];
};

const settingNames = { speed: "Speed", stability: "Stability", style: "Style" } as const;

export function showcaseSound(id: string): ShowcaseSound {
	const piece = showcasePieces.find((known) => known.id === id);
	const made = manifest.find((known) => known.id === id);
	if (!piece || !made) throw new Error(`there is no showcase piece called ${id}`);
	return {
		id,
		title: piece.title,
		note: piece.note,
		lang: piece.lang,
		src: `/audio/showcase/${made.file}`,
		seconds: made.seconds,
		peaks: made.peaks.map((peak) => Math.round((peak / 255) * 100) / 100),
		voiceId: piece.voices[0]?.speaker ?? piece.id,
		voices: piece.voices.map(({ name }) => name),
		engine: made.engine,
		tier: made.tier,
		settings: settingsOf(piece),
		lines: piece.lines.map(({ voice, text }) => ({ speaker: piece.voices[voice]?.name ?? "", text })),
	};
}

export function allShowcaseSounds(): ShowcaseSound[] {
	return showcasePieces.map(({ id }) => showcaseSound(id));
}

function settingsOf({ settings = {} }: ShowcasePiece): ShowcaseSound["settings"] {
	return Object.entries(settings).map(([name, value]) => ({
		name: settingNames[name as keyof typeof settingNames],
		value: String(value),
	}));
}
