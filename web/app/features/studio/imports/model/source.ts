import { maxBundleBytes, maxDocumentBytes } from "@timbre/contract/studio/rules.ts";
import { z } from "zod";
import { bytes } from "../../../../lib/text/format.ts";

/** Why a file can't be imported, or undefined. The server decides by content whether it can be read. */
export function fileProblem({ name, size }: Pick<File, "name" | "size">): string | undefined {
	if (size === 0) return `${name} is empty.`;
	if (isBundle({ name }))
		return size > maxBundleBytes
			? `${name} is over ${bytes(maxBundleBytes)}. Export fewer chapters at once.`
			: undefined;
	if (size > maxDocumentBytes) return `${name} is over ${bytes(maxDocumentBytes)}. Split it into smaller files.`;
	return undefined;
}

export const urlForm = z.object({
	url: z
		.string()
		.trim()
		.max(2_000, "The URL can have at most 2,000 characters.")
		.pipe(
			z.url({
				protocol: /^https?$/,
				hostname: /\./,
				error: "Enter a complete URL, such as https://example.com/story.html.",
			}),
		),
});

/** Whether a file may be the bundle of a project. The server decides by content. */
export const isBundle = ({ name }: Pick<File, "name">): boolean => /\.(timbre|zip)$/i.test(name);
