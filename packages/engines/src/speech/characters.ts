// What sets each Kokoro voice apart. The words follow the measurements in voices/data/kokoro-traits.generated.json: pitch, how much it
// moves, pace and brightness. A test compares them, so that nothing is claimed that was not measured.
import measured from "../voices/data/kokoro-traits.generated.json" with { type: "json" };

export type Character = {
	/** One word, in the vendor's label `descriptive`. */
	descriptive: string;
	/** A value of the vendor's label `use_case`. */
	useCase:
		| "narrative_story"
		| "conversational"
		| "characters_animation"
		| "social_media"
		| "entertainment_tv"
		| "advertisement"
		| "informative_educational";
	/** A line about the voice. */
	line: string;
};

const table: Record<string, [descriptive: string, useCase: Character["useCase"], line: string]> = {
	af_alloy: ["crisp", "informative_educational", "Low and crisp, for explanations and product tours."],
	af_aoede: ["soft", "narrative_story", "A soft tone with gentle movement, for stories."],
	af_bella: ["even", "informative_educational", "Even and unhurried, for long reads."],
	af_heart: ["balanced", "narrative_story", "Balanced in pitch and pace, a good first choice."],
	af_jessica: ["light", "conversational", "Light and steady, for everyday conversation."],
	af_kore: ["lively", "entertainment_tv", "Low, with a wide melody, for presenting."],
	af_nicole: ["hushed", "narrative_story", "Slow, close and hushed, for quiet stories."],
	af_nova: ["composed", "informative_educational", "Low and composed, for news and briefings."],
	af_river: ["even", "social_media", "Quick and even, for short updates."],
	af_sarah: ["bright", "conversational", "Bright, with a rising melody, for dialogue."],
	af_sky: ["expressive", "conversational", "Low and expressive, for dialogue."],
	am_adam: ["expressive", "conversational", "A middle voice with some movement, for dialogue."],
	am_echo: ["crisp", "advertisement", "Deep and crisp, for trailers and ads."],
	am_eric: ["brisk", "social_media", "High and brisk, for fast clips."],
	am_fenrir: ["lively", "entertainment_tv", "A melody that moves a lot, for shows and games."],
	am_liam: ["steady", "informative_educational", "Steady and clear, for tutorials."],
	am_michael: ["crisp", "narrative_story", "Slow and crisp, for audiobooks."],
	am_onyx: ["deep", "advertisement", "The deepest American voice, even and dark."],
	am_puck: ["lively", "characters_animation", "Playful melody, for characters."],
	am_santa: ["theatrical", "characters_animation", "Slow and theatrical, for Santa and other characters."],
	bf_alice: ["lively", "narrative_story", "High, with a wide melody, for children's stories."],
	bf_emma: ["even", "informative_educational", "Even and clear, for lessons and instructions."],
	bf_isabella: ["even", "advertisement", "Even and polished, for announcements."],
	bf_lily: ["lively", "conversational", "Lively without hurry, for dialogue."],
	bm_daniel: ["steady", "informative_educational", "Steady and neutral, for news and documentation."],
	bm_fable: ["theatrical", "narrative_story", "Slow, bright and theatrical, for tales."],
	bm_george: ["crisp", "narrative_story", "Slow and crisp, for documentaries."],
	bm_lewis: ["deep", "entertainment_tv", "The deepest British voice, with a moving melody."],
	ef_dora: ["brisk", "conversational", "Brisk and clear, for dialogue."],
	em_alex: ["brisk", "informative_educational", "Brisk and bright, for explanations."],
	em_santa: ["theatrical", "characters_animation", "A wide, theatrical melody, for characters."],
	ff_siwis: ["calm", "narrative_story", "Calm and unhurried, for stories."],
	hf_alpha: ["calm", "narrative_story", "High, calm and soft, for stories."],
	hf_beta: ["soft", "conversational", "A soft tone, for dialogue."],
	hm_omega: ["lively", "entertainment_tv", "Soft, with a lively melody, for presenting."],
	hm_psi: ["theatrical", "characters_animation", "A wide, theatrical melody, for characters."],
	if_sara: ["brisk", "social_media", "High and brisk, for short clips."],
	im_nicola: ["deep", "narrative_story", "Deep and steady, for stories."],
	jf_alpha: ["light", "conversational", "High and light, for dialogue."],
	jf_gongitsune: ["calm", "narrative_story", "Calm and unhurried, for folk tales."],
	jf_nezumi: ["soft", "narrative_story", "Soft and even, for picture books."],
	jf_tebukuro: ["light", "characters_animation", "Very high and light, for young characters."],
	jm_kumo: ["deep", "narrative_story", "Deep, soft and slow, for stories."],
	pf_dora: ["brisk", "conversational", "Brisk and clear, for dialogue."],
	pm_alex: ["crisp", "informative_educational", "Brisk and crisp, for explanations."],
	pm_santa: ["theatrical", "characters_animation", "A wide, theatrical melody, for characters."],
	zf_xiaobei: ["calm", "narrative_story", "Calm and slow, for stories."],
	zf_xiaoni: ["light", "conversational", "High and light."],
	zf_xiaoxiao: ["balanced", "informative_educational", "Balanced in pitch and pace, a good first choice."],
	zf_xiaoyi: ["light", "social_media", "Very high and fast, for short clips."],
	zm_yunjian: ["lively", "entertainment_tv", "A lively melody, for sports and shows."],
	zm_yunxi: ["brisk", "conversational", "High and brisk, for dialogue."],
	zm_yunxia: ["light", "characters_animation", "Very high and light, for young characters."],
	zm_yunyang: ["lively", "informative_educational", "Fast, with a lively melody, for news."],
};

export function characterOf(speaker: string): Character | undefined {
	const row = table[speaker];
	return row && { descriptive: row[0], useCase: row[1], line: row[2] };
}

/** Pitch and pace in words, as for the screened voices. Pitch is relative to voices of the same gender. */
export function measuredLabels(speaker: string, gender: string | undefined): Record<string, string> {
	const row = measured.find((one) => one.speaker === speaker);
	if (!row) return {};
	const [low, high] = gender === "female" ? [165, 210] : [105, 135];
	return {
		pitch: grade(row.pitchHz, low, high, ["low", "medium", "high"]),
		pace: grade(row.syllablesPerSecond, 4.65, 5.4, ["slow", "medium", "fast"]),
	};
}

function grade<T>(value: number, low: number, high: number, [below, between, above]: readonly [T, T, T]): T {
	if (value < low) return below;
	return value > high ? above : between;
}
