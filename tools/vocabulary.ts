// Words that identifiers avoid, each with the one to use instead (docs/glossary.md). Checked where every engineer reads first.
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

export const preferredWords: Record<string, string> = {
	most: "max",
	longest: "max",
	largest: "max",
	biggest: "max",
	least: "min",
	shortest: "min",
	fewest: "min",
	smallest: "min",
	usual: "default",
	books: "ledger",
	turns: "limiter",
	crowd: "concurrency cap",
	standing: "status",
	told: "reported",
	ear: "transcriber",
	hear: "transcribe or analyze",
	hears: "transcribe or analyze",
	heard: "transcribed, delivered or played",
	kept: "stored",
	keeper: "store",
	made: "created",
	makes: "creates",
	asked: "requested",
	answer: "response or result",
	answers: "responses or results",
	answered: "responded",
	refuse: "reject or deny",
	refused: "rejected or denied",
	refusal: "rejection, denial or error",
	gone: "disconnected or deleted",
	apart: "in a worker",
	breather: "yielder",
	solo: "single",
	deeds: "actions",
	thing: "resource",
	things: "resources",
	whoever: "the user",
	stranger: "another workspace",
	wish: "request",
	unhonoured: "unsupported",
	colour: "color",
	colours: "colors",
	favourite: "favorite",
	favourites: "favorites",
	honour: "honor",
	honoured: "honored",
	synthesise: "synthesize",
	normalise: "normalize",
	analyse: "analyze",
	recognise: "recognize",
	cancelled: "canceled",
	behaviour: "behavior",
	licence: "license",
};

/** Core, contract, the speech node and what areas offer each other. */
const checkedFiles = [
	"server/src/*.ts",
	"server/src/core/**/*.ts",
	"packages/contract/src/**/*.ts",
	"packages/engines/src/node/**/*.ts",
	"server/src/features/**/*.public.ts",
	"web/app/features/**/*.public.{ts,tsx}",
];

/** Identifiers that keep their word, and why. */
const exceptions: Record<string, string> = {
	heard: "a field of responses",
	asked: "a field of responses",
	unhonoured: "a field of stored takes, whose hashes would change",
	tierAtLeast: "reads as the phrase it is",
	most: "a column of the query for spending limits",
};

/** Texts that users and operators read. Landing pages in other languages and the license agreements keep their own style. */
const textFiles = ["{server/src,web/app,packages/*/src}/**/*.{ts,tsx,md}", "docs/**/*.md", "README.md"];
const otherStyle = /\.test\.|\/content\/languages\/|\/trust\/content\/|generated/;

const preferredStyles: { avoided: RegExp; preferred: string }[] = [
	{ avoided: /\bcannot\b(?! be changed as it was already reviewed)/, preferred: "can't" },
	{ avoided: /\d[ \u00a0]%(?=[\s.,;:)|"'`<*]|$)/, preferred: "a percent sign without a space" },
];

/** Every line of text in a style that texts avoid, as "file:line: use style". Comments are not checked. */
export async function styleFindings(root: string): Promise<string[]> {
	const findings: string[] = [];
	for await (const file of glob(textFiles, { cwd: root })) {
		if (otherStyle.test(file)) continue;
		const source = await readFile(join(root, file), "utf8");
		const text = file.endsWith(".md") ? source : withoutComments(source);
		for (const [index, line] of text.split("\n").entries())
			for (const { avoided, preferred } of preferredStyles)
				if (avoided.test(line)) findings.push(`${file}:${index + 1}: use ${preferred}`);
	}
	return findings.sort();
}

/** Every identifier that uses an avoided word, as "file: identifier: use word". */
export async function vocabularyFindings(root: string): Promise<string[]> {
	const findings = new Set<string>();
	for await (const file of glob(checkedFiles, { cwd: root })) {
		if (file.includes(".test.")) continue;
		const code = withoutText(await readFile(join(root, file), "utf8"));
		for (const identifier of code.match(/[A-Za-z$][\w$]*/g) ?? []) {
			// snake_case names are wire fields and columns.
			if (identifier.includes("_") || identifier in exceptions) continue;
			for (const word of wordsOf(identifier)) {
				const preferred = Object.hasOwn(preferredWords, word) ? preferredWords[word] : undefined;
				if (preferred) findings.add(`${file}: ${identifier}: use ${preferred}`);
			}
		}
	}
	return [...findings].sort();
}

function wordsOf(identifier: string): string[] {
	return identifier
		.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(" ");
}

/** The code without comments and string contents; expressions inside templates stay. */
function withoutText(source: string): string {
	return withoutComments(source)
		.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
		.replace(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(" "));
}

/** The code without comments, with the same number of lines. */
function withoutComments(source: string): string {
	return source
		.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]+/g, " "))
		.replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
}
