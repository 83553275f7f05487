/** Breaks a text into lines of at most `max` characters, at spaces where there are any. */
export function wrapText(text: string, max: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/\s+/).flatMap((one) => pieces(one, max))) {
		if (word.text === "") continue;
		const joined = line === "" ? word.text : `${line}${word.continues ? "" : " "}${word.text}`;
		if ([...joined].length <= max) {
			line = joined;
			continue;
		}
		if (line !== "") lines.push(line);
		line = word.text;
	}
	if (line !== "") lines.push(line);
	return lines;
}

/** A word that is longer than a line, as in languages without spaces, can be broken anywhere. */
function pieces(word: string, max: number): { text: string; continues: boolean }[] {
	const characters = [...word];
	if (characters.length <= max && !unspaced.test(word)) return [{ text: word, continues: false }];
	const size = unspaced.test(word) ? 1 : max;
	const parts: { text: string; continues: boolean }[] = [];
	for (let at = 0; at < characters.length; at += size) {
		const text = characters.slice(at, at + size).join("");
		const last = parts.at(-1);
		// Punctuation never starts a line.
		if (last && /^[\p{P}]/u.test(text)) last.text += text;
		else parts.push({ text, continues: at > 0 });
	}
	return parts;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Two lines of similar length read better than a full and a short one. A pause in the text is preferred. */
export function balanceLines(text: string, max: number): string[] {
	const lines = wrapText(text, max);
	if (lines.length !== 2 || !text.includes(" ")) return lines;
	const words = text.split(/\s+/);
	let best = lines;
	let bestScore = Number.POSITIVE_INFINITY;
	for (let at = 1; at < words.length; at++) {
		const pair = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
		const [one = 0, other = 0] = pair.map((line) => [...line].length);
		if (one > max || other > max) continue;
		const score = Math.abs(one - other) - (/[,.;:!?]$/.test(pair[0] ?? "") ? 8 : 0);
		if (score < bestScore) [best, bestScore] = [pair, score];
	}
	return best;
}

/** 3725 → "01:02:05". */
export function clock(seconds: number): string {
	const whole = Math.floor(seconds);
	return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
		.map((part) => String(part).padStart(2, "0"))
		.join(":");
}
