import { espeak } from "./espeak.ts";
import { joinRuns, splitMarks } from "./marks.ts";

/** What the models of this family were trained on: American espeak-ng phonemes, one symbol each, with plain marks. */
export async function piperPhonemes(text: string): Promise<string> {
	const speller = await espeak();
	const runs = splitMarks(text).map((run) => {
		if (run.kind === "mark") return { ...run, text: marks[run.text] ?? run.text };
		const words = speller.phonemes(run.text, "en-us");
		return { ...run, text: words.map((word) => word.join("")).join(" ") };
	});
	return joinRuns(runs.filter((run) => run.text !== "")).normalize("NFD");
}

const marks: Record<string, string> = { "“": "", "”": "", "(": ",", ")": ",", "…": ".", "—": "," };
