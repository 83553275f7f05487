// Review of lines whose speaker is unsure.
import type { CastLine, Character } from "@timbre/contract/studio/cast-schemas.ts";

/** Characters that have a number key. */
export const maxLikely = 9;

export const lineKey = ({ chapter_id, block_id, start }: Pick<CastLine, "chapter_id" | "block_id" | "start">) =>
	`${chapter_id} ${block_id} ${start}`;

export const narratorName = "Narrator";

/** Null is the narrator. */
export type Guess = { characterId: string | null; name: string; confidence: number };

/** Who probably speaks a line. Lines of nobody have no confidence, those of the narrator have one. */
export function guessOf(line: CastLine, characters: readonly Character[]): Guess | undefined {
	const { character_id, confidence } = line;
	if (character_id === null) {
		return confidence > 0 ? { characterId: null, name: narratorName, confidence } : undefined;
	}
	const found = characters.find((character) => character.character_id === character_id);
	return found && { characterId: character_id, name: found.name, confidence };
}

/** For sentences: "Confirm the narrator". */
export const objectName = ({ characterId, name }: Pick<Guess, "characterId" | "name">) =>
	characterId === null ? "the narrator" : name;

export const percent = (share: number) => `${Math.round(share * 100)}%`;

/** "Guess, 62%": how sure a speaker is. */
export const guessText = (guess: Guess | undefined) =>
	guess ? `Guess, ${percent(guess.confidence)}` : "Speaker unknown";

/** Those who probably speak a line: who speaks in its chapter, then who has the most lines. */
export function likelyCharacters(characters: readonly Character[], chapterLines: readonly CastLine[]): Character[] {
	const counts = new Map<string | null, number>();
	for (const { character_id } of chapterLines) counts.set(character_id, (counts.get(character_id) ?? 0) + 1);
	const linesHere = ({ character_id }: Character) => counts.get(character_id) ?? 0;
	// Sorting is stable, so the others keep their order by lines.
	return characters.toSorted((a, b) => linesHere(b) - linesHere(a)).slice(0, maxLikely);
}

export const assignedText = (speaker: Pick<Guess, "characterId" | "name">, left: number) =>
	`Assigned to ${objectName(speaker)}. ${left === 0 ? "All lines are checked." : `${left} left.`}`;
