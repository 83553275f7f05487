// Checks an update of an editor before it is applied.
// Invariant: a document holds paragraphs and headings with text and nothing else, whatever a client sends.
import { AppError } from "@timbre/contract/errors.ts";
import { documentField } from "@timbre/contract/studio/rules.ts";
import * as Y from "yjs";
import { nodeNames } from "./blocks.ts";

const maxStructs = 100_000;
const attributes = new Set(["blockId", "level"]);
const formats = new Set(["voice", "line"]);
const maxAttributeCharacters = 64;
const maxFormatCharacters = 200;

/** Throws if the update could bring in anything else than text. Returns how many characters it inserts. */
export function checkUpdate(update: Uint8Array): number {
	let decoded: ReturnType<typeof Y.decodeUpdate>;
	try {
		decoded = Y.decodeUpdate(update);
	} catch {
		throw rejected("it is not a Yjs update");
	}
	if (decoded.structs.length > maxStructs) throw rejected("it is too large");
	return decoded.structs.reduce((sum, struct) => sum + checkStruct(struct), 0);
}

function checkStruct(struct: Y.Item | Y.GC | Y.Skip): number {
	if (!(struct instanceof Y.Item)) return 0;
	const { content, parentSub } = struct;
	// Before it is integrated, the parent is the name of a top-level type, an id, or unknown.
	const parent: unknown = struct.parent;
	if (typeof parent === "string" && parent !== documentField) throw rejected("it changes an unknown field");
	if (parentSub !== null && !attributes.has(parentSub)) throw rejected("it sets an unknown attribute");
	if (content instanceof Y.ContentString) {
		if (parentSub !== null) throw rejected("it sets an unknown attribute");
		return content.str.length;
	}
	if (content instanceof Y.ContentDeleted) return 0;
	if (content instanceof Y.ContentAny) {
		if (parentSub === null || JSON.stringify(content.arr).length > maxAttributeCharacters + 4)
			throw rejected("it contains something else than text");
		return 0;
	}
	if (content instanceof Y.ContentFormat) {
		if (!formats.has(content.key) || JSON.stringify(content.value).length > maxFormatCharacters)
			throw rejected("it contains an unknown format");
		return 0;
	}
	if (content instanceof Y.ContentType) {
		const { type } = content;
		const isBlock = type instanceof Y.XmlElement && Object.values<string>(nodeNames).includes(type.nodeName);
		if (isBlock || type instanceof Y.XmlText) return 0;
	}
	throw rejected("it contains something else than text");
}

const rejected = (reason: string) => new AppError("invalid_request", `The change can't be applied: ${reason}.`);
