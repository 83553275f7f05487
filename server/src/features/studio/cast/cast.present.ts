import { AppError } from "@timbre/contract/errors.ts";
import type { Cast, Character } from "@timbre/contract/studio/cast-schemas.ts";
import type { CastRow, CharacterRow } from "./cast.repo.ts";

export function presentCharacter(row: CharacterRow, lines: number): Character {
	return {
		character_id: row.id,
		name: row.name,
		aliases: row.aliases.filter((alias) => alias !== row.name),
		gender: row.gender as Character["gender"],
		voice_id: row.voice_id,
		lines,
	};
}

export function presentCast(
	row: CastRow | undefined,
	characters: readonly CharacterRow[],
	{ lines, unsureLines }: { lines: ReadonlyMap<string, number>; unsureLines: number },
): Cast {
	return {
		state: row ? (row.state as Cast["state"]) : "none",
		progress: row?.state === "ready" ? 1 : (row?.progress ?? 0),
		error: row?.error ?? null,
		lines: [...lines.values()].reduce((sum, count) => sum + count, 0),
		unsure_lines: unsureLines,
		characters: characters
			.map((character) => presentCharacter(character, lines.get(character.id) ?? 0))
			.toSorted((a, b) => b.lines - a.lines),
	};
}

export const characterNotFound = () =>
	new AppError("character_not_found", "This character doesn't exist in this project.", { param: "character_id" });
