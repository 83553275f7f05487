// Finds the speakers of a project: reads all chapters, then marks the lines of each.
import {
	maxCharacterAliases,
	maxCharacterNameCharacters,
	maxCharacters,
	narratorKey,
} from "@timbre/contract/studio/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { LanguageModel } from "../../../core/http/language-model.ts";
import { newId } from "../../../core/ids.ts";
import { attributeLines, type Dialogue, findPeople, type Line, readDialogue } from "../attribution/lines.ts";
import type { People, Person } from "../attribution/people.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { type Block, type MarkedLine, markLines, readBlocks } from "../document/blocks.ts";
import { changeDocument, getBlocks } from "../document/document.service.ts";
import { lockProject } from "../projects/projects.repo.ts";
import { type Answers, answerKey, askForSpeakers } from "./ask.service.ts";
import { insertCharacter, listCharacterRows, updateCharacterRow } from "./cast.repo.ts";

type FindOptions = {
	/** Gets the share that is done, and throws to stop. */
	onProgress: (share: number) => Promise<void>;
	languageModel?: LanguageModel | undefined;
};

/** Marks the lines of all chapters. A language model is asked about those that the rules are unsure of. */
export async function findSpeakers(
	db: Database,
	workspaceId: string,
	projectId: string,
	{ onProgress, languageModel }: FindOptions,
): Promise<void> {
	const ids = (await listChapterRows(db, workspaceId, projectId)).map(({ id }) => id);
	const dialogues: Dialogue[] = [];
	for (const [at, id] of ids.entries()) {
		dialogues.push(readDialogue(paragraphsOf(await getBlocks(db, workspaceId, id))));
		await onProgress((at / ids.length) * 0.2);
	}
	const people = findPeople(dialogues);
	const speakers = new Set<Line["speaker"]>();
	const answers: Answers = new Map();
	for (const [at, dialogue] of dialogues.entries()) {
		const lines = attributeLines(dialogue, people);
		for (const { speaker } of lines) speakers.add(speaker);
		if (languageModel) await askForSpeakers(languageModel, dialogue.paragraphs, lines, { people, answers });
		await onProgress(0.2 + (at / ids.length) * 0.4);
	}
	for (const { speaker } of answers.values()) speakers.add(speaker);
	const characters = await saveCharacters(
		db,
		workspaceId,
		projectId,
		// In order of their first line.
		[...speakers].filter((speaker) => speaker !== null && speaker !== "narrator"),
	);
	for (const [at, id] of ids.entries()) {
		await db
			.transaction()
			.execute((tx) =>
				changeDocument(tx, workspaceId, id, (doc) =>
					markLines(doc, linesOf(readBlocks(doc), { people, answers, characters })),
				),
			);
		await onProgress(0.6 + ((at + 1) / ids.length) * 0.4);
	}
}

const paragraphsOf = (blocks: readonly Block[]) =>
	blocks.map(({ type, nodes }) => ({ type, text: nodes.map(({ text }) => text).join("") }));

type Found = { people: People; answers: Answers; characters: ReadonlyMap<Person, string> };

function linesOf(blocks: readonly Block[], { people, answers, characters }: Found): MarkedLine[] {
	const paragraphs = paragraphsOf(blocks);
	return attributeLines(readDialogue(paragraphs), people).map((line) => {
		const { paragraph, start, end } = line;
		const { speaker, confidence } = answers.get(answerKey(paragraphs, line)) ?? line;
		return {
			block: paragraph,
			start,
			end,
			line: {
				characterId: speaker === "narrator" ? narratorKey : speaker === null ? "" : (characters.get(speaker) ?? ""),
				// 1 is what people have assigned.
				confidence: Math.min(0.99, confidence),
			},
		};
	});
}

/** Creates characters for people who have none yet, and returns the character of each. */
async function saveCharacters(
	db: Database,
	workspaceId: string,
	projectId: string,
	people: readonly Person[],
): Promise<Map<Person, string>> {
	return db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		const existing = await listCharacterRows(tx, workspaceId, projectId);
		const characters = new Map<Person, string>();
		let count = existing.length;
		for (const person of people) {
			const names = new Set([person.name, ...person.aliases].map((name) => name.toLowerCase()));
			const known = existing.find(({ name, aliases }) =>
				[name, ...aliases].some((one) => names.has(one.toLowerCase())),
			);
			if (known) {
				characters.set(person, known.id);
				const aliases = [...new Set([...known.aliases, ...person.aliases])].slice(0, maxCharacterAliases);
				await updateCharacterRow(tx, workspaceId, known.id, {
					aliases,
					...(known.gender === null && person.gender ? { gender: person.gender } : {}),
				});
				continue;
			}
			if (count++ >= maxCharacters) continue;
			const id = newId();
			characters.set(person, id);
			await insertCharacter(tx, workspaceId, {
				id,
				projectId,
				name: person.name.slice(0, maxCharacterNameCharacters),
				aliases: person.aliases.slice(0, maxCharacterAliases),
				gender: person.gender ?? null,
				voiceId: null,
			});
		}
		return characters;
	});
}
