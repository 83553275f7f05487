import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";

export const maxRules = 10_000;
export const maxMatchLength = 200;
export const maxSaidLength = 500;
export const maxLexiconBytes = 5_242_880;
export const maxDefaultDictionaries = 10;

/** The 39 phones of the CMU dictionary; a vowel may carry its stress as 0, 1 or 2. */
const arpabetVowels = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW";
const arpabetConsonants = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH";
const arpabetPhone = new RegExp(
	`^(?:(?:${arpabetVowels.replaceAll(" ", "|")})[012]?|${arpabetConsonants.replaceAll(" ", "|")})$`,
);

/** What a database and a page can hold: no control characters, no half of a surrogate pair. */
const line = (most: number, what: string) =>
	z
		.string()
		.max(most, `${what} may have at most ${most} characters.`)
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
		.refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/.test(text), {
			error: `${what} holds characters that cannot be spoken.`,
		});
const spokenLine = (most: number, what: string) =>
	line(most, what).refine((text) => text.trim() !== "", { error: `${what} must not be empty.` });

const matching = {
	string_to_replace: spokenLine(maxMatchLength, "The text to replace"),
	case_sensitive: z.boolean().default(true),
	word_boundaries: z.boolean().default(true),
};

export const aliasRule = z.object({
	type: z.literal("alias"),
	...matching,
	alias: spokenLine(maxSaidLength, "The alias"),
});

export const phonemeRule = z
	.object({
		type: z.literal("phoneme"),
		...matching,
		phoneme: spokenLine(maxSaidLength, "The phonemes"),
		alphabet: z.enum(["ipa", "cmu-arpabet"]),
	})
	.superRefine((rule, context) => {
		const reason = phonemeFault(rule.phoneme, rule.alphabet);
		if (reason !== undefined) context.addIssue({ code: "custom", path: ["phoneme"], message: reason });
	});

/** Why symbols are none of the alphabet; undefined when they may be. */
export function phonemeFault(phoneme: string, alphabet: "ipa" | "cmu-arpabet"): string | undefined {
	if (alphabet === "cmu-arpabet") {
		const strange = phoneme
			.trim()
			.split(/\s+/)
			.find((phone) => !arpabetPhone.test(phone));
		return strange === undefined
			? undefined
			: `"${strange}" is no CMU Arpabet phone. Write them in capitals, with spaces between.`;
	}
	if (/[<>&"\d]/.test(phoneme)) return "IPA has no digits, quotation marks, & or angle brackets.";
	return /\p{L}/u.test(phoneme) ? undefined : "IPA needs at least one letter.";
}

export const rule = z.discriminatedUnion("type", [aliasRule, phonemeRule]);
export type Rule = z.output<typeof rule>;

const rules = z.array(rule).max(maxRules, `A dictionary holds at most ${maxRules} rules.`);
const dictionaryId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "A dictionary id is letters, digits, hyphens and underscores.");
const versionId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "A version id is letters, digits, hyphens and underscores.");
const access = z.enum(["admin", "editor", "commenter", "viewer"]);

export const dictionaryName = spokenLine(100, "The name");
const about = {
	name: dictionaryName,
	description: line(500, "The description").nullish(),
	/** What members other than the maker and the admins may do with it; left out, what their role says. */
	workspace_access: access.nullish(),
};

const created = z.object({
	id: z.string(),
	name: z.string(),
	created_by: z.string(),
	creation_time_unix: z.int(),
	version_id: z.string(),
	version_rules_num: z.int(),
	description: z.string().nullable(),
	permission_on_resource: access.nullable(),
});

export const dictionary = z.object({
	id: z.string(),
	latest_version_id: z.string(),
	latest_version_rules_num: z.int(),
	name: z.string(),
	permission_on_resource: access.nullable(),
	created_by: z.string(),
	creation_time_unix: z.int(),
	archived_time_unix: z.int().nullable(),
	description: z.string().nullable(),
});
export type Dictionary = z.output<typeof dictionary>;

export const dictionaryVersion = z.object({
	version_id: z.string(),
	version_rules_num: z.int(),
	/** 1 is the oldest. */
	version_number: z.int(),
	pronunciation_dictionary_id: z.string(),
	created_by: z.string(),
	creation_time_unix: z.int(),
});
export type DictionaryVersion = z.output<typeof dictionaryVersion>;

/** Names a dictionary, and a version of it; without one, the latest. */
export const locator = z.object({
	pronunciation_dictionary_id: dictionaryId,
	version_id: versionId.nullish(),
});
export type Locator = z.output<typeof locator>;

const storedLocators = z.object({
	pronunciation_dictionary_locators: z.array(
		z.object({ pronunciation_dictionary_id: z.string(), version_id: z.string().nullable() }),
	),
});

const changed = z.object({ id: z.string(), version_id: z.string(), version_rules_num: z.int() });
const oneDictionary = z.object({ pronunciation_dictionary_id: dictionaryId });
const read = { since: "0.2.0", auth: "user", permission: "pronunciation_dictionaries_read" } as const;
const write = { since: "0.2.0", auth: "user", permission: "pronunciation_dictionaries_write" } as const;
const missing = ["pronunciation_dictionary_not_found"] as const;

const descending = z
	.string()
	.toUpperCase()
	.pipe(z.enum(["ASCENDING", "DESCENDING", "ASC", "DESC"], "Sort ASCENDING or DESCENDING."))
	.transform((word) => word.startsWith("DESC"));

export const pronunciationEndpoints = {
	createFromFile: endpoint({
		id: "pronunciationDictionaries_createFromFile",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/add-from-file",
		summary: "Make a dictionary from a lexicon file (PLS); without a file, an empty one",
		...write,
		body: z.object({ ...about, file: z.custom<UploadedFile>(isUploadedFile, "Send the lexicon as a file.").nullish() }),
		multipart: { files: 1, maxFileBytes: maxLexiconBytes },
		response: created,
		errors: ["invalid_lexicon", "too_many_rules", "payload_too_large", "unsupported_media_type"],
		// Reading the largest file takes the better part of a second.
		limits: [{ per: "workspace", requests: 20, seconds: 60 }],
	}),
	createFromRules: endpoint({
		id: "pronunciationDictionaries_createFromRules",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/add-from-rules",
		summary: "Make a dictionary from rules; of two rules for the same text the later holds",
		...write,
		body: z.object({ rules, ...about }),
		response: created,
	}),
	updateDictionary: endpoint({
		id: "pronunciationDictionaries_update",
		method: "PATCH",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}",
		summary: "Rename or archive a dictionary; an archived one is no workspace default any more",
		...write,
		params: oneDictionary,
		body: z.object({ archived: z.boolean().nullish(), name: dictionaryName.nullish() }),
		response: dictionary,
		errors: missing,
	}),
	getDictionary: endpoint({
		id: "pronunciationDictionaries_get",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}",
		summary: "One dictionary with the rules of its latest version",
		...read,
		params: oneDictionary,
		response: dictionary.extend({ rules: z.array(rule) }),
		errors: missing,
	}),
	setRules: endpoint({
		id: "pronunciationDictionaries_rules_set",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/set-rules",
		summary: "Replace all rules, as a new version",
		...write,
		params: oneDictionary,
		body: z.object({ rules }),
		response: changed,
		errors: missing,
	}),
	addRules: endpoint({
		id: "pronunciationDictionaries_rules_add",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/add-rules",
		summary: "Add rules, or replace those for the same text, as a new version",
		...write,
		params: oneDictionary,
		body: z.object({ rules }),
		response: changed,
		errors: [...missing, "too_many_rules"],
	}),
	removeRules: endpoint({
		id: "pronunciationDictionaries_rules_remove",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/remove-rules",
		summary: "Remove the rules for these texts, as a new version",
		...write,
		params: oneDictionary,
		body: z.object({ rule_strings: z.array(z.string().max(maxMatchLength)).max(maxRules) }),
		response: changed,
		errors: missing,
	}),
	downloadVersion: endpoint({
		id: "pronunciationDictionaries_download",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{dictionary_id}/{version_id}/download",
		summary: "A version as a lexicon file (PLS)",
		...read,
		params: z.object({ dictionary_id: dictionaryId, version_id: versionId }),
		response: "file",
		contentTypes: ["text/plain"],
		errors: missing,
	}),
	listDictionaries: endpoint({
		id: "pronunciationDictionaries_list",
		method: "GET",
		path: "/v1/pronunciation-dictionaries",
		summary: "The workspace's dictionaries",
		...read,
		query: z.object({
			cursor: dictionaryId.optional(),
			page_size: z.coerce.number().int().min(1).max(100).default(30),
			sort: z.enum(["creation_time_unix", "name"]).default("creation_time_unix"),
			sort_direction: descending.default(true),
			include_archived: z.stringbool().default(true),
		}),
		response: z.object({
			pronunciation_dictionaries: z.array(dictionary),
			next_cursor: z.string().nullable(),
			has_more: z.boolean(),
		}),
		errors: missing,
	}),
	listVersions: endpoint({
		id: "pronunciationDictionaries_versions_list",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/versions",
		summary: "All versions of a dictionary, newest first",
		...read,
		params: oneDictionary,
		query: z.object({
			page_size: z.coerce.number().int().min(1).max(100).default(30),
			before_version_number: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
		}),
		response: z.object({ versions: z.array(dictionaryVersion), has_more: z.boolean() }),
		errors: missing,
	}),
	restoreVersion: endpoint({
		id: "pronunciationDictionaries_versions_restore",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/versions/{version_id}/restore",
		summary: "Make a new version with the rules of an old one",
		...write,
		params: oneDictionary.extend({ version_id: versionId }),
		response: changed,
		errors: missing,
	}),
	getDefaults: endpoint({
		id: "workspace_pronunciationDictionaryLocators_get",
		method: "GET",
		path: "/v1/workspace/pronunciation-dictionary-locators",
		summary: "The dictionaries applied, in this order, when a request names none",
		...read,
		response: storedLocators,
	}),
	setDefaults: endpoint({
		id: "workspace_pronunciationDictionaryLocators_set",
		method: "PUT",
		path: "/v1/workspace/pronunciation-dictionary-locators",
		summary: "Choose the dictionaries applied, in this order, when a request names none",
		...write,
		body: z.object({
			pronunciation_dictionary_locators: z
				.array(locator)
				.max(maxDefaultDictionaries, `At most ${maxDefaultDictionaries} dictionaries.`)
				.refine((all) => new Set(all.map((one) => one.pronunciation_dictionary_id)).size === all.length, {
					error: "Each dictionary can be named once.",
				}),
		}),
		response: storedLocators,
		errors: missing,
	}),
};
