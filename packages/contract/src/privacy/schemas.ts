import { z } from "zod";

export const geoLocation = z.object({
	country: z
		.string()
		.nullable()
		.meta({
			description: "ISO 3166-1 country code, two capital letters. Null if unknown.",
			examples: ["US"],
		}),
	region: z
		.string()
		.nullable()
		.meta({
			description: "ISO 3166-2 subdivision without the country prefix. Null if unknown.",
			examples: ["CA"],
		}),
	city: z
		.string()
		.nullable()
		.meta({ description: "Name of the city. Null if unknown.", examples: ["San Francisco"] }),
});
export type GeoLocation = z.output<typeof geoLocation>;
