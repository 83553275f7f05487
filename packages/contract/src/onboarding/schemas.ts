import { z } from "zod";
import { isTimeZone, keysOf, surveyRoles, surveySources } from "./rules.ts";

/** All questions are optional; a skipped survey counts as completed. */
export const surveyBody = z
	.object({
		first_name: z
			.string()
			.trim()
			.max(80, "At most 80 characters.")
			.optional()
			.meta({ description: "How to address the user, at most 80 characters.", examples: ["Ada"] }),
		role: z
			.enum(keysOf(surveyRoles), "Choose one of the options.")
			.optional()
			.meta({ description: "What the user wants to create.", examples: ["developer"] }),
		subrole: z
			.string()
			.max(40)
			.optional()
			.meta({ description: "More specific answer. Must belong to the role.", examples: ["assistant"] }),
		timezone: z
			.string()
			.max(64)
			.refine(isTimeZone, "Enter a valid time zone, such as Europe/Vienna.")
			.optional()
			.meta({ description: "IANA time zone of the user.", examples: ["Europe/Vienna"] }),
		source: z
			.enum(keysOf(surveySources), "Choose one of the options.")
			.optional()
			.meta({ description: "How the user heard about the product.", examples: ["friend"] }),
	})
	.refine(
		({ role, subrole }) => !subrole || (role !== undefined && Object.hasOwn(surveyRoles[role].subroles, subrole)),
		{
			path: ["subrole"],
			message: "This option doesn't belong to the selected role.",
		},
	);
