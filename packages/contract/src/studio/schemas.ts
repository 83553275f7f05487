import { z } from "zod";
import { maxChapterNameCharacters, maxProjectNameCharacters } from "./rules.ts";

/** One line of text without control characters or lone surrogates. */
export const line = (max: number, label: string) =>
	z
		.string()
		.max(max, `${label} can have at most ${max} characters.`)
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
		.refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f\ufffe\uffff]/.test(text), {
			error: `${label} contains characters that aren't allowed.`,
		});

const required = (max: number, label: string) =>
	line(max, label)
		.transform((text) => text.trim())
		.refine((text) => text !== "", { error: `${label} can't be empty.` });

export const projectName = required(maxProjectNameCharacters, "The name");
export const chapterName = required(maxChapterNameCharacters, "The name");

/** For the dialog that creates a project. */
export const newProjectForm = z.object({ name: projectName });
export const chapterForm = z.object({ name: chapterName });
