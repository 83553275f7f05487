/** Output formats of the public API: codec_rate[_kbps]. */
export const outputFormats = [
	"mp3_22050_32",
	"mp3_24000_48",
	"mp3_44100_32",
	"mp3_44100_64",
	"mp3_44100_96",
	"mp3_44100_128",
	"mp3_44100_192",
	"opus_48000_32",
	"opus_48000_64",
	"opus_48000_96",
	"opus_48000_128",
	"opus_48000_192",
	"pcm_8000",
	"pcm_16000",
	"pcm_22050",
	"pcm_24000",
	"pcm_32000",
	"pcm_44100",
	"pcm_48000",
	"wav_8000",
	"wav_16000",
	"wav_22050",
	"wav_24000",
	"wav_32000",
	"wav_44100",
	"wav_48000",
	"ulaw_8000",
	"alaw_8000",
] as const;

export type OutputFormat = (typeof outputFormats)[number];

export type Codec = "mp3" | "opus" | "pcm" | "wav" | "ulaw" | "alaw";

export function isOutputFormat(format: string): format is OutputFormat {
	return (outputFormats as readonly string[]).includes(format);
}

export function parseFormat(format: OutputFormat): { codec: Codec; sampleRate: number; kbps?: number } {
	const [codec, rate, kbps] = format.split("_");
	return { codec: codec as Codec, sampleRate: Number(rate), ...(kbps ? { kbps: Number(kbps) } : {}) };
}

export function contentType(format: OutputFormat): string {
	const { codec, sampleRate } = parseFormat(format);
	if (codec === "mp3") return "audio/mpeg";
	if (codec === "opus") return "audio/ogg";
	if (codec === "wav") return "audio/wav";
	if (codec === "ulaw") return "audio/basic";
	// Raw audio has no header, so the content type must state the rate.
	if (codec === "alaw") return "audio/PCMA;rate=8000";
	return `audio/pcm;rate=${sampleRate}`;
}

/** Without the dot. */
export function fileExtension(format: OutputFormat): string {
	const { codec } = parseFormat(format);
	return codec === "opus" ? "ogg" : codec;
}
