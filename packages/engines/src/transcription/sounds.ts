import { espeak } from "../speech/phonemes/espeak.ts";

/** The sounds of one word, stress and length left out: what two spellings of the same sound have in common. */
export type Sounds = readonly string[];

const places: Record<string, string> = {
	p: "lip",
	b: "lip",
	m: "lip",
	w: "lip",
	f: "teeth",
	v: "teeth",
	θ: "teeth",
	ð: "teeth",
	t: "ridge",
	d: "ridge",
	n: "ridge",
	s: "ridge",
	z: "ridge",
	l: "ridge",
	ɾ: "ridge",
	ɹ: "ridge",
	ʃ: "palate",
	ʒ: "palate",
	tʃ: "palate",
	dʒ: "palate",
	j: "palate",
	k: "back",
	ɡ: "back",
	ŋ: "back",
	h: "throat",
	ʔ: "throat",
};
const manners: Record<string, string> = {
	p: "stop",
	b: "stop",
	t: "stop",
	d: "stop",
	ɾ: "stop",
	k: "stop",
	ɡ: "stop",
	ʔ: "stop",
	m: "nose",
	n: "nose",
	ŋ: "nose",
	f: "hiss",
	v: "hiss",
	θ: "hiss",
	ð: "hiss",
	s: "hiss",
	z: "hiss",
	ʃ: "hiss",
	ʒ: "hiss",
	h: "hiss",
	tʃ: "hiss",
	dʒ: "hiss",
	w: "glide",
	l: "glide",
	ɹ: "glide",
	j: "glide",
};
const vowel = /^[aeiouæɐɑɒɔəɚɛɜɝɪʊʌᵻ]/u;
/** Sounds that come and go in fluent speech. */
const fleeting = new Set(["ə", "ɐ", "ɪ", "ᵻ", "h", "ɹ", "ʔ", "ɾ"]);

function unlike(a: string, b: string): number {
	if (a === b) return 0;
	const [vowelA, vowelB] = [vowel.test(a), vowel.test(b)];
	if (vowelA !== vowelB) return 1;
	if (vowelA) return fleeting.has(a) || fleeting.has(b) ? 0.3 : 0.5;
	return 1 - (places[a] === places[b] ? 0.35 : 0) - (manners[a] === manners[b] ? 0.35 : 0);
}

const loss = (sound: string) => (fleeting.has(sound) ? 0.6 : 1);

/** How differently two stretches sound: an edit distance in which like sounds are near each other. */
export function soundDistance(from: Sounds, to: Sounds): number {
	let previous = [0];
	for (const sound of to) previous.push((previous.at(-1) as number) + loss(sound));
	for (const a of from) {
		const current = [(previous[0] as number) + loss(a)];
		for (const [j, b] of to.entries())
			current.push(
				Math.min(
					(previous[j + 1] as number) + loss(a),
					(current[j] as number) + loss(b),
					(previous[j] as number) + unlike(a, b),
				),
			);
		previous = current;
	}
	return previous[to.length] as number;
}

/** Said alone, the article has the name of its letter. */
const known = new Map<string, Sounds>([["a", ["ɐ"]]]);
const mostKnown = 20_000;

/** The sounds of a word as it is said alone, so that the same word is the same sounds wherever it stands. */
export async function soundsOf(word: string): Promise<Sounds> {
	const key = word.toLowerCase();
	const remembered = known.get(key);
	if (remembered) return remembered;
	const { phonemes } = await espeak();
	const sounds = phonemes(key, "en-us")
		.flat()
		.map((sound) => sound.replace(/[ˈˌːˑ]|\p{M}/gu, ""))
		.filter((sound) => sound !== "");
	if (known.size < mostKnown) known.set(key, sounds);
	return sounds;
}
