const vowels = /[aeiouyáàâãäåæéèêëíìîïóòôõöøœúùûüýÿаеёиоуыэюяαεηιουω]+/g;
const silentEnd = /(?:[^aeiouyl]e|[^aeioutd]ed)$/;
/** Characters that are about one syllable each. */
const wholeSyllable =
	/[\p{Script=Han}\p{Script=Hangul}\u3042\u3044\u3046\u3048\u304a-\u3062\u3064-\u3082\u3084\u3086\u3088-\u30a0\u30a2\u30a4\u30a6\u30a8\u30aa-\u30c2\u30c4-\u30e2\u30e4\u30e6\u30e8-\u30fa]/gu;
/** Independent vowels and consonants; a consonant with a virama has no vowel and makes no syllable. */
const devanagari = /[\u0904-\u0939](?!\u094d)/g;

/** Estimates the syllables of a text, accurately enough to compare the pace of voices that read it. */
export function syllablesOf(text: string): number {
	let total = (text.match(wholeSyllable)?.length ?? 0) + (text.match(devanagari)?.length ?? 0);
	for (const [word] of text.toLowerCase().matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}'’]+/gu)) {
		const groups = word.match(vowels)?.length ?? 0;
		total += Math.max(1, groups - (groups > 1 && silentEnd.test(word) ? 1 : 0));
	}
	return total;
}
