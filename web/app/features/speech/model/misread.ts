import type { MisreadWord } from "@timbre/contract/speech/endpoints.ts";

/** Describes a misread word in a sentence. */
export function describeMisread({ kind, expected, heard }: Pick<MisreadWord, "kind" | "expected" | "heard">): string {
	if (kind === "dropped") return `“${expected}” is missing from the audio.`;
	if (kind === "repeated") return `“${expected}” is repeated${heard ? `: “${heard}”` : ""}.`;
	if (kind === "inserted") return `“${heard ?? ""}” is not in the text.`;
	return `Sounds like “${heard ?? ""}” instead of “${expected}”.`;
}
