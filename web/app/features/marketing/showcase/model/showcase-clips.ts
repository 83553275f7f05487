// Showcase clips with their generated audio. Used by loaders only, so the manifest is not sent to the browser.
import manifest from "../content/manifest.generated.json" with { type: "json" };
import { type ShowcasePiece, showcasePieces } from "../content/pieces.ts";

export type ShowcaseClip = {
	id: string;
	title: string;
	note: string;
	lang: string;
	src: string;
	seconds: number;
	/** 0 to 1. */
	peaks: number[];
	/** Determines the colors. */
	voiceId: string;
	voices: string[];
	engine: string;
	tier: string;
	settings: { name: string; value: string }[];
	lines: { speaker: string; text: string }[];
};

const settingNames = { speed: "Speed", stability: "Stability", style: "Style" } as const;

export function showcaseClip(id: string): ShowcaseClip {
	const piece = showcasePieces.find((known) => known.id === id);
	const generated = manifest.find((known) => known.id === id);
	if (!piece || !generated) throw new Error(`No showcase clip ${id}`);
	return {
		id,
		title: piece.title,
		note: piece.note,
		lang: piece.lang,
		src: `/audio/showcase/${generated.file}`,
		seconds: generated.seconds,
		peaks: generated.peaks.map((peak) => Math.round((peak / 255) * 100) / 100),
		voiceId: piece.voices[0]?.speaker ?? piece.id,
		voices: piece.voices.map(({ name }) => name),
		engine: generated.engine,
		tier: generated.tier,
		settings: settingsOf(piece),
		lines: piece.lines.map(({ voice, text }) => ({ speaker: piece.voices[voice]?.name ?? "", text })),
	};
}

export function allShowcaseClips(): ShowcaseClip[] {
	return showcasePieces.map(({ id }) => showcaseClip(id));
}

function settingsOf({ settings = {} }: ShowcasePiece): ShowcaseClip["settings"] {
	return Object.entries(settings).map(([name, value]) => ({
		name: settingNames[name as keyof typeof settingNames],
		value: String(value),
	}));
}
