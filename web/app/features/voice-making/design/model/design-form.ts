import { z } from "zod";
import { counted } from "../../../../lib/text/format.ts";

const minDescription = 20;
export const maxDescription = 1_000;
const minText = 100;
export const maxText = 1_000;
const maxSeed = 2_147_483_647;
const lengthOf = ({ input }: { input?: unknown }) => String(input).length;

/** A description and its options, as entered. */
export const designForm = z.object({
	description: z
		.string()
		.trim()
		.min(minDescription, {
			error: (issue) => `Use at least ${minDescription} characters. You've entered ${lengthOf(issue)}.`,
		}),
	text: z
		.string()
		.trim()
		.refine((text) => text === "" || text.length >= minText, {
			error: (issue) => `Preview text needs at least ${minText} characters. You've entered ${lengthOf(issue)}.`,
		}),
	guidance: z.number(),
	seed: z
		.string()
		.trim()
		.refine(
			(seed) => seed === "" || (/^\d+$/.test(seed) && Number(seed) <= maxSeed),
			`Seed must be a whole number from 0 to ${maxSeed}.`,
		),
});
export type DesignValues = z.output<typeof designForm>;

export const defaultDesign: DesignValues = { description: "", text: "", guidance: 5, seed: "" };

/** Approximate length of the default preview text. */
const defaultTextLength = 100;

/** Estimated cost of three previews. */
export function formatCost(text: string): string {
	const length = text.trim().length;
	return length === 0 ? `About ${defaultTextLength * 3} credits.` : `At most ${counted(length * 3, "credit")}.`;
}

export function designRequest({ description, text, guidance, seed }: DesignValues) {
	return {
		voice_description: description,
		text: text || null,
		auto_generate_text: text === "",
		guidance_scale: guidance,
		seed: seed === "" ? null : Number(seed),
	};
}
