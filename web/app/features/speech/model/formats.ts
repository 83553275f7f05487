import { plans, type Tier, tierAtLeast, tiers } from "@timbre/contract/plans.ts";

/** Formats the page offers: those a browser can play. Raw and telephony formats are available through the API. */
export const pageFormats = [
	"mp3_44100_128",
	"mp3_44100_192",
	"mp3_44100_96",
	"mp3_44100_64",
	"mp3_44100_32",
	"mp3_24000_48",
	"mp3_22050_32",
	"opus_48000_128",
	"opus_48000_192",
	"opus_48000_96",
	"opus_48000_64",
	"opus_48000_32",
	"wav_44100",
	"wav_48000",
	"wav_32000",
	"wav_24000",
	"wav_22050",
	"wav_16000",
	"wav_8000",
] as const;
export type PageFormat = (typeof pageFormats)[number];

const gates: Partial<Record<PageFormat, Tier>> = { mp3_44100_192: "creator", wav_44100: "pro" };

const kinds: Record<string, string> = { mp3: "MP3", opus: "Opus", wav: "WAV" };

export function formatLabel(format: string): string {
	const [kind = "", rate = "", bits] = format.split("_");
	const kilohertz = `${Number(rate) / 1000} kHz`;
	return `${kinds[kind] ?? kind.toUpperCase()}, ${kilohertz}${bits ? `, ${bits} kbit/s` : ""}`;
}

/** Returns which plan a format requires, or undefined if the current plan includes it. */
export function formatGate(format: PageFormat, tier: string | undefined): string | undefined {
	const needed = gates[format];
	const own = tiers.find((one) => one === tier);
	if (!needed || !own || tierAtLeast(own, needed)) return undefined;
	return `Requires the ${plans[needed].label} plan or higher`;
}

/** WAV has its length in the header, so it can't be played while it is generated. */
export const playsWhenComplete = (format: PageFormat) => format.startsWith("wav_");

export function formatMime(format: PageFormat): string {
	if (format.startsWith("wav_")) return "audio/wav";
	return format.startsWith("opus_") ? "audio/ogg" : "audio/mpeg";
}
