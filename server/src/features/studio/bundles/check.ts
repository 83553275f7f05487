// Checks the manifest of a bundle before anything else of it is read.
import { maxChapterCharacters } from "@timbre/contract/studio/rules.ts";
import { findUnstorableText } from "../../../core/security/unstorable-text.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import { type Manifest, manifest } from "./manifest.ts";
import { damaged } from "./zip-reader.ts";

/** Half of the bit rate that chapters have. */
const minAudioBytesPerSecond = 8_000;

/** Throws what is wrong with it. */
export function parseManifest(bytes: Buffer): Manifest {
	let json: unknown;
	try {
		json = JSON.parse(bytes.toString("utf8"));
	} catch {
		throw damaged("its manifest isn't JSON");
	}
	const { success, data, error } = manifest.safeParse(json);
	if (!success) {
		const [issue] = error.issues;
		if (issue?.path[0] === "version")
			throw new PermanentFailure("The bundle was made by a newer version of Timbre. Update this server.");
		throw damaged(`its manifest is wrong at ${issue?.path.join(".").slice(0, 80) || "its start"}`);
	}
	const unstorable = findUnstorableText(data);
	if (unstorable) throw damaged(`its manifest has characters that aren't allowed at ${unstorable.join(".")}`);
	requireReferences(data);
	return data;
}

/** Everything that the manifest refers to is in it. */
function requireReferences({ chapters, takes, files, characters, cover }: Manifest): void {
	const takeIds = new Set(takes.map(({ id }) => id));
	const names = new Set(files.map(({ name }) => name));
	const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length;
	const used = chapters.flatMap(({ sentences, audio }) => [...sentences, ...(audio?.sentences ?? [])]);
	const fileNames = [...takes.map(({ file }) => file), ...chapters.flatMap(({ audio }) => audio?.file ?? [])];
	if (!used.every(({ take }) => takeIds.has(take))) throw damaged("a take is missing");
	if (![...fileNames, ...(cover === null ? [] : [cover])].every((name) => names.has(name)))
		throw damaged("a file is missing");
	const areUnique =
		isUnique(takes.map(({ id }) => id)) &&
		isUnique(chapters.map(({ id }) => id)) &&
		isUnique(characters.map(({ id }) => id)) &&
		chapters.every(({ blocks }) => isUnique(blocks.map(({ id }) => id)));
	if (!areUnique) throw damaged("an id occurs twice");
	const bytesOf = new Map(files.map(({ name, bytes }) => [name, bytes]));
	for (const { blocks, audio } of chapters) {
		const characters = blocks.reduce(
			(sum, { nodes }) => sum + nodes.reduce((total, { text }) => total + text.length, 0),
			0,
		);
		if (characters > maxChapterCharacters) throw damaged("a chapter is too long");
		// Exports make room for as many samples as the times say.
		const isPlausible =
			!audio ||
			(audio.seconds <= (bytesOf.get(audio.file) ?? 0) / minAudioBytesPerSecond + 1 &&
				audio.sentences.every(({ from, to }) => from <= to && to <= audio.seconds + 1));
		if (!isPlausible) throw damaged("the times of a chapter are wrong");
	}
}
