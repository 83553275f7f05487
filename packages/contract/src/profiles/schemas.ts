import { z } from "zod";
import { reservedHandles } from "./rules.ts";

export const profileHandle = z
	.string()
	.trim()
	.toLowerCase()
	.regex(
		/^[a-z0-9](?:[a-z0-9]|-(?!-)){1,28}[a-z0-9]$/,
		"Use 3 to 30 letters, digits and single hyphens, with a letter or digit at both ends.",
	)
	.refine((handle) => !reservedHandles.includes(handle), "This handle is reserved.");
