// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Origin of a generation, as named in the public API. */
export const historySources = [
	"TTS",
	"STS",
	"Projects",
	"PD",
	"AN",
	"Dubbing",
	"PlayAPI",
	"ConvAI",
	"VoiceGeneration",
	"InVPC",
	"Flows",
] as const;

export const minPraiseCharacters = 20;
export const maxFeedbackCharacters = 200;
/** For longer texts, a thumbs-up does not ask for a comment. */
export const maxPraisedTextCharacters = 400;
export const reviewedMessage = "This feedback cannot be changed as it was already reviewed.";

export const aboutComplaints = {
	emotions: { description: "Whether the emotion is wrong.", examples: [true] },
	inaccurate_clone: { description: "Whether the voice doesn't sound like its speaker.", examples: [false] },
	glitches: { description: "Whether the audio has glitches.", examples: [false] },
	audio_quality: { description: "Whether the audio quality is poor.", examples: [false] },
	other: { description: "Whether something else is wrong.", examples: [false] },
};

export const subtitleFormats = ["srt", "vtt"] as const;
export type SubtitleFormat = (typeof subtitleFormats)[number];
