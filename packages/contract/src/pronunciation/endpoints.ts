import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { pronunciationPaths } from "./paths.ts";
import { maxLexiconBytes, maxMatchLength } from "./rules.ts";
import { dictionaryName, rule, textField } from "./schemas.ts";

export const maxRules = 10_000;

export const maxDefaultDictionaries = 10;

export type Rule = z.output<typeof rule>;

const rules = z.array(rule).max(maxRules, `A dictionary can have at most ${maxRules} rules.`);
const dictionaryIdMeta = { description: "Id of the dictionary.", examples: ["P1kVr2sQ9wTz4LmX7cBd"] };
const dictionaryId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "A dictionary id can contain letters, digits, hyphens and underscores.")
	.meta(dictionaryIdMeta);
const versionId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "A version id can contain letters, digits, hyphens and underscores.")
	.meta({ description: "Id of the version.", examples: ["vE3nJ8uHq5YfR0gKa6Ws"] });
const access = z.enum(["admin", "editor", "commenter", "viewer"]);

const dictionaryFields = {
	name: dictionaryName.meta({ description: "Name shown in the list, 1 to 100 characters.", examples: ["Places"] }),
	description: textField(500, "The description")
		.nullish()
		.meta({ description: "Notes about the dictionary, at most 500 characters.", examples: ["English place names"] }),
	workspace_access: access.nullish().meta({
		description: "Access of members other than the creator and admins. Default: determined by their role.",
		examples: ["viewer"],
	}),
};

const about = {
	id: z.string().meta(dictionaryIdMeta),
	name: z.string().meta({ description: "Name shown in the list.", examples: ["Places"] }),
	created_by: z.string().meta({ description: "User who created the dictionary.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	creation_time_unix: z
		.int()
		.meta({ description: "When the dictionary was created, in Unix seconds.", examples: [1_760_000_000] }),
	description: z
		.string()
		.nullable()
		.meta({ description: "Notes about the dictionary. Null if it has none.", examples: ["English place names"] }),
	permission_on_resource: access.nullable().meta({
		description: "Your access to the dictionary. `admin` and `editor` can change it.",
		examples: ["admin"],
	}),
};
const newVersion = {
	version_id: z.string().meta({ description: "Id of the new version.", examples: ["vE3nJ8uHq5YfR0gKa6Ws"] }),
	version_rules_num: z.int().meta({ description: "Number of rules in the new version.", examples: [12] }),
};

const created = z.object({
	id: about.id,
	name: about.name,
	created_by: about.created_by,
	creation_time_unix: about.creation_time_unix,
	...newVersion,
	description: about.description,
	permission_on_resource: about.permission_on_resource,
});

export const dictionary = z.object({
	id: about.id,
	latest_version_id: z.string().meta({ description: "Id of the latest version.", examples: ["vE3nJ8uHq5YfR0gKa6Ws"] }),
	latest_version_rules_num: z.int().meta({ description: "Number of rules in the latest version.", examples: [12] }),
	name: about.name,
	permission_on_resource: about.permission_on_resource,
	created_by: about.created_by,
	creation_time_unix: about.creation_time_unix,
	archived_time_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the dictionary was archived, in Unix seconds. Null if it isn't.",
			examples: [1_760_086_400],
		}),
	description: about.description,
});
export type Dictionary = z.output<typeof dictionary>;

export const dictionaryVersion = z.object({
	version_id: z.string().meta({ description: "Id of the version.", examples: ["vE3nJ8uHq5YfR0gKa6Ws"] }),
	version_rules_num: z.int().meta({ description: "Number of rules in the version.", examples: [12] }),
	version_number: z.int().meta({ description: "Position among the versions. 1 is the oldest.", examples: [3] }),
	pronunciation_dictionary_id: about.id,
	created_by: z.string().meta({ description: "User who created the version.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	creation_time_unix: z
		.int()
		.meta({ description: "When the version was created, in Unix seconds.", examples: [1_760_000_000] }),
});
export type DictionaryVersion = z.output<typeof dictionaryVersion>;

const locatorVersionMeta = {
	description: "Id of the version to apply. Null or omitted means the latest.",
	examples: ["vE3nJ8uHq5YfR0gKa6Ws"],
};

/** Identifies a dictionary and optionally a version; the default is the latest. */
export const locator = z.object({
	pronunciation_dictionary_id: dictionaryId,
	version_id: versionId.nullish().meta(locatorVersionMeta),
});
export type Locator = z.output<typeof locator>;

const storedLocator = z.object({
	pronunciation_dictionary_id: about.id,
	version_id: z.string().nullable().meta(locatorVersionMeta),
});
const storedLocators = z.object({
	pronunciation_dictionary_locators: z
		.array(storedLocator)
		.meta({ description: "Default dictionaries in the order in which they apply." }),
});

const changed = z.object({ id: about.id, ...newVersion });
const dictionaryParams = z.object({ pronunciation_dictionary_id: dictionaryId });
const read = { since: "0.2.0", auth: "user", permission: "pronunciation_dictionaries_read" } as const;
const write = { since: "0.2.0", auth: "user", permission: "pronunciation_dictionaries_write" } as const;
const missing = ["pronunciation_dictionary_not_found"] as const;

const descending = z
	.string()
	.toUpperCase()
	.meta({
		description: "`ASCENDING` or `DESCENDING`, also as `asc` or `desc`. Default: descending.",
		examples: ["ASCENDING"],
	})
	.pipe(z.enum(["ASCENDING", "DESCENDING", "ASC", "DESC"], "Use ASCENDING or DESCENDING."))
	.transform((word) => word.startsWith("DESC"));

const pageSize = z.coerce.number().int().min(1).max(100).default(30);

export const pronunciationEndpoints = {
	createFromFile: endpoint({
		...pronunciationPaths.createFromFile,
		summary: "Create a dictionary from a file",
		description:
			"Creates a dictionary from a lexicon file (PLS 1.0) of at most 5 MB and 10,000 rules, or an empty one without a file. If a lexeme has several pronunciations, the preferred or first one is used. At most 20 requests a minute per workspace.",
		...write,
		body: z.object({
			...dictionaryFields,
			file: z
				.custom<UploadedFile>(isUploadedFile, "Send the lexicon as a file.")
				.nullish()
				.meta({ description: "Lexicon file in PLS 1.0, as UTF-8 or UTF-16. Without it the dictionary is empty." }),
		}),
		multipart: { files: 1, maxFileBytes: maxLexiconBytes },
		response: created,
		errors: ["invalid_lexicon", "too_many_rules", "payload_too_large", "unsupported_media_type"],
		// Parsing the largest file takes most of a second.
		limits: [{ per: "workspace", requests: 20, seconds: 60 }],
	}),
	createFromRules: endpoint({
		...pronunciationPaths.createFromRules,
		summary: "Create a dictionary from rules",
		description:
			"Creates a dictionary with its first version. Of several rules for the same text with the same matching options, only the first is kept.",
		...write,
		body: z.object({
			rules: rules.meta({ description: "Rules in order of precedence, at most 10,000." }),
			...dictionaryFields,
		}),
		response: created,
	}),
	updateDictionary: endpoint({
		...pronunciationPaths.updateDictionary,
		summary: "Update a dictionary",
		description:
			"Renames, archives or restores a dictionary. Archiving removes it from the workspace's defaults; requests that name it still work. Fields that are omitted don't change.",
		...write,
		params: dictionaryParams,
		body: z.object({
			archived: z
				.boolean()
				.nullish()
				.meta({ description: "True archives the dictionary, false restores it.", examples: [true] }),
			name: dictionaryName.nullish().meta({ description: "New name, 1 to 100 characters.", examples: ["Places"] }),
		}),
		response: dictionary,
		errors: missing,
	}),
	getDictionary: endpoint({
		...pronunciationPaths.getDictionary,
		summary: "Get a dictionary",
		description: "Returns a dictionary with the rules of its latest version.",
		...read,
		params: dictionaryParams,
		response: dictionary.extend({
			rules: z.array(rule).meta({ description: "Rules of the latest version in order of precedence." }),
		}),
		errors: missing,
	}),
	setRules: endpoint({
		...pronunciationPaths.setRules,
		summary: "Replace all rules",
		description:
			"Creates a new version with exactly these rules. Older versions stay available. Of several rules for the same text with the same matching options, only the first is kept.",
		...write,
		params: dictionaryParams,
		body: z.object({ rules: rules.meta({ description: "All rules of the new version, at most 10,000." }) }),
		response: changed,
		errors: missing,
	}),
	addRules: endpoint({
		...pronunciationPaths.addRules,
		summary: "Add rules",
		description:
			"Creates a new version with these rules added. A rule for the same text with the same matching options is replaced. A dictionary can have at most 10,000 rules.",
		...write,
		params: dictionaryParams,
		body: z.object({ rules: rules.meta({ description: "Rules to add." }) }),
		response: changed,
		errors: [...missing, "too_many_rules"],
	}),
	removeRules: endpoint({
		...pronunciationPaths.removeRules,
		summary: "Remove rules",
		description: "Creates a new version without the rules for these texts. Texts without a rule are ignored.",
		...write,
		params: dictionaryParams,
		body: z.object({
			rule_strings: z
				.array(z.string().max(maxMatchLength))
				.max(maxRules)
				.meta({
					description: "The `string_to_replace` of the rules to remove, with the same case.",
					examples: [["Towcester"]],
				}),
		}),
		response: changed,
		errors: missing,
	}),
	downloadVersion: endpoint({
		...pronunciationPaths.downloadVersion,
		summary: "Download a version",
		description: "Returns a version as a lexicon file (PLS 1.0), which can be uploaded again without loss.",
		...read,
		params: z.object({ dictionary_id: dictionaryId, version_id: versionId }),
		response: "file",
		contentTypes: ["text/plain"],
		errors: missing,
	}),
	listDictionaries: endpoint({
		...pronunciationPaths.listDictionaries,
		summary: "List dictionaries",
		description:
			"Returns the dictionaries of the workspace without their rules, newest first by default. For the next page, send `next_cursor` as `cursor`.",
		...read,
		query: z.object({
			cursor: dictionaryId.optional().meta({
				description: "The `next_cursor` of the previous page.",
				examples: ["P1kVr2sQ9wTz4LmX7cBd"],
			}),
			page_size: pageSize.meta({ description: "Dictionaries per page, 1 to 100. Default: 30.", examples: [30] }),
			sort: z
				.enum(["creation_time_unix", "name"])
				.default("creation_time_unix")
				.meta({
					description: "What to sort by. Default: `creation_time_unix`.",
					examples: ["name"],
				}),
			sort_direction: descending.default(true),
			include_archived: z
				.stringbool()
				.default(true)
				.meta({ description: "Whether to include archived dictionaries. Default: true.", examples: [false] }),
		}),
		response: z.object({
			pronunciation_dictionaries: z.array(dictionary).meta({ description: "Dictionaries of this page." }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Cursor of the next page. Null on the last page.",
					examples: ["P1kVr2sQ9wTz4LmX7cBd"],
				}),
			has_more: z.boolean().meta({ description: "Whether there is another page.", examples: [true] }),
		}),
		errors: missing,
	}),
	listVersions: endpoint({
		...pronunciationPaths.listVersions,
		summary: "List versions",
		description:
			"Returns the versions of a dictionary without their rules, newest first. For the next page, send the last `version_number` as `before_version_number`.",
		...read,
		params: dictionaryParams,
		query: z.object({
			page_size: pageSize.meta({ description: "Versions per page, 1 to 100. Default: 30.", examples: [30] }),
			before_version_number: z.coerce
				.number()
				.int()
				.min(1)
				.max(2_147_483_647)
				.optional()
				.meta({
					description: "Only versions older than this one. Default: start with the latest.",
					examples: [12],
				}),
		}),
		response: z.object({
			versions: z.array(dictionaryVersion).meta({ description: "Versions of this page, newest first." }),
			has_more: z.boolean().meta({ description: "Whether there is another page.", examples: [false] }),
		}),
		errors: missing,
	}),
	restoreVersion: endpoint({
		...pronunciationPaths.restoreVersion,
		summary: "Restore a version",
		description: "Creates a new version with the rules of an older one. No version is lost.",
		...write,
		params: dictionaryParams.extend({ version_id: versionId }),
		response: changed,
		errors: missing,
	}),
	getDefaults: endpoint({
		...pronunciationPaths.getDefaults,
		summary: "Get default dictionaries",
		description: "Returns the dictionaries that apply to every generation of the workspace that doesn't name its own.",
		...read,
		response: storedLocators,
	}),
	setDefaults: endpoint({
		...pronunciationPaths.setDefaults,
		summary: "Set default dictionaries",
		description:
			"Replaces the dictionaries that apply to every generation of the workspace that doesn't name its own. An empty list applies none. Archived dictionaries can't be defaults.",
		...write,
		body: z.object({
			pronunciation_dictionary_locators: z
				.array(locator)
				.max(maxDefaultDictionaries, `Choose at most ${maxDefaultDictionaries} dictionaries.`)
				.refine((all) => new Set(all.map((one) => one.pronunciation_dictionary_id)).size === all.length, {
					error: "Each dictionary can be listed only once.",
				})
				.meta({ description: "Dictionaries in the order in which they apply, at most 10, each at most once." }),
		}),
		response: storedLocators,
		errors: missing,
	}),
};
