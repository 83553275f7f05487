import { z } from "zod";

/** A form with one code, without the spaces that people paste with it. */
export const codeForm = (code: z.ZodType<string, string>) =>
	z.object({
		code: z
			.string()
			.transform((entered) => entered.replaceAll(/\s/g, ""))
			.pipe(code),
	});

/** The code that an authenticator app shows. */
export const appCode = codeForm(z.string().regex(/^\d{6}$/, "Enter the 6-digit code from your app."));
