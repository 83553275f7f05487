import { readDraft } from "../../lib/forms/draft.ts";
import { speechPath } from "../../lib/session/redirect.ts";
import { parseScript } from "./dialogue/model/script.ts";

export type TextDraft = { to: string; title: string; excerpt: string; characters: number };

const excerptCharacters = 220;

/** Drafts of the tool pages, stored in this browser. */
export function listDrafts(read = readDraft): TextDraft[] {
	const speech = read("text-to-speech");
	const lines = parseScript(read("text-to-dialogue"), []);
	const dialogue = lines.map((line) => line.text).filter((text) => text.trim() !== "");
	return [
		{ to: speechPath, title: "Text to speech", text: speech },
		{ to: "/app/speech-synthesis/text-to-dialogue", title: "Dialogue", text: dialogue.join(" / ") },
	]
		.filter(({ text }) => text.trim() !== "")
		.map(({ to, title, text }) => ({
			to,
			title,
			excerpt: text.trim().slice(0, excerptCharacters),
			characters: text.length,
		}));
}
