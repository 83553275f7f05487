import { z } from "zod";
import { maxMatchLength, maxReplacementLength, phonemeError } from "./rules.ts";

/** Text without control characters or lone surrogates. */
export const textField = (max: number, label: string) =>
	z
		.string()
		.max(max, `${label} can have at most ${max} characters.`)
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
		.refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/.test(text), {
			error: `${label} contains characters that can't be spoken.`,
		});
const requiredText = (max: number, label: string) =>
	textField(max, label).refine((text) => text.trim() !== "", { error: `${label} can't be empty.` });

const matching = {
	string_to_replace: requiredText(maxMatchLength, "The text to replace").meta({
		description: "Text to find, at most 200 characters. The longest match applies.",
		examples: ["Towcester"],
	}),
	case_sensitive: z
		.boolean()
		.default(true)
		.meta({ description: "Whether upper and lower case must match. Default: true.", examples: [true] }),
	word_boundaries: z
		.boolean()
		.default(true)
		.meta({
			description: "Whether only complete words match, not parts of longer ones. Default: true.",
			examples: [true],
		}),
};

export const aliasRule = z.object({
	type: z.literal("alias").meta({ description: "Speaks other words instead." }),
	...matching,
	alias: requiredText(maxReplacementLength, "The alias").meta({
		description: "Words to speak instead, at most 500 characters.",
		examples: ["toaster"],
	}),
});

export const phonemeRule = z
	.object({
		type: z.literal("phoneme").meta({ description: "Speaks these phonemes instead." }),
		...matching,
		phoneme: requiredText(maxReplacementLength, "The phonemes").meta({
			description:
				"Phonemes in the given alphabet, at most 500 characters. CMU ARPAbet phones are separated by spaces.",
			examples: ["ˈtoʊstɚ"],
		}),
		alphabet: z.enum(["ipa", "cmu-arpabet"]).meta({ description: "Alphabet of the phonemes.", examples: ["ipa"] }),
	})
	.superRefine((rule, context) => {
		const reason = phonemeError(rule.phoneme, rule.alphabet);
		if (reason !== undefined) context.addIssue({ code: "custom", path: ["phoneme"], message: reason });
	});

export const rule = z.discriminatedUnion("type", [aliasRule, phonemeRule]);

export const dictionaryName = requiredText(100, "The name");
/** For the dialog that names a dictionary. */
export const dictionaryForm = z.object({ name: dictionaryName });
