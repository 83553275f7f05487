import { readDraft } from "../../lib/draft.ts";
import { speechPath } from "../../lib/redirect.ts";
import { readScript } from "./components/script.ts";

export type Unfinished = { to: string; title: string; excerpt: string; characters: number };

const excerptCharacters = 220;

/** What was being written on the tool pages and is kept in this browser. */
export function unfinishedTexts(read = readDraft): Unfinished[] {
	const speech = read("text-to-speech");
	const lines = readScript(read("text-to-dialogue"), []);
	const dialogue = lines.map((line) => line.text).filter((text) => text.trim() !== "");
	return [
		{ to: speechPath, title: "Text to speech", whole: speech },
		{ to: "/app/speech-synthesis/text-to-dialogue", title: "Dialogue", whole: dialogue.join(" / ") },
	]
		.filter(({ whole }) => whole.trim() !== "")
		.map(({ to, title, whole }) => ({
			to,
			title,
			excerpt: whole.trim().slice(0, excerptCharacters),
			characters: whole.length,
		}));
}
