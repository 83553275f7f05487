/** A voice name of OpenAI and the shipped voice that stands for it. */
export type OpenaiVoice = { gender: "female" | "male"; language: string; speaker: string };

/** Kokoro has styles with the names of the first five voices. The others are chosen by gender and character, not by ear. */
const speakers: Record<string, string> = {
	alloy: "af_alloy",
	echo: "am_echo",
	fable: "bm_fable",
	onyx: "am_onyx",
	nova: "af_nova",
	shimmer: "af_aoede",
	ash: "am_michael",
	ballad: "bm_george",
	cedar: "am_liam",
	coral: "af_sarah",
	marin: "af_heart",
	sage: "af_kore",
	verse: "am_puck",
};

/** Servers without Kokoro use another voice of the same gender and accent. */
export const openaiVoices: ReadonlyMap<string, OpenaiVoice> = new Map(
	Object.entries(speakers).map(([name, speaker]) => [
		name,
		{
			gender: speaker.charAt(1) === "f" ? "female" : "male",
			language: speaker.startsWith("a") ? "en-US" : "en-GB",
			speaker,
		},
	]),
);
