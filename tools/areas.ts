// The list of areas, in tiers from low to high (tools/areas.json).
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export type Tiers = Record<string, string[]>;

export async function readTiers(root: string): Promise<Tiers> {
	return JSON.parse(await readFile(join(root, "tools", "areas.json"), "utf8")) as Tiers;
}

/** voice-changer → voiceChanger, the prefix of an area's exports. */
export function camelCase(area: string): string {
	return area.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
