// Shapes that columns of several areas have.
import { z } from "zod";

/** A voice as the speech node is told. */
export const speechVoice = z.looseObject({
	engine: z.string(),
	speaker: z.string(),
	language: z.string().optional(),
	speed: z.number().optional(),
	stability: z.number().optional(),
	style: z.number().optional(),
	normalisation: z.enum(["auto", "on", "off"]).optional(),
});
