// Default voices of ElevenLabs and OpenAI, which client code has built in: their ids stand for the closest shipped voice.
import type { Db } from "@timbre/db/connect.ts";
import { openaiVoices } from "@timbre/engines/speech/data/openai-voices.ts";
import { vendorVoices } from "@timbre/engines/speech/data/vendor-voices.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { findClosestShipped } from "./shipped.repo.ts";

/** The id of the shipped voice that a vendor's id stands for; any other id is returned as it is. */
export async function resolveVoiceId(db: Db, id: string): Promise<string> {
	const vendor = vendorVoices.get(id);
	return (vendor && (await findClosestShipped(db, GLOBAL, vendor))) ?? id;
}

/** The id of the shipped voice that a voice name of OpenAI stands for. */
export async function resolveOpenaiVoice(db: Db, name: string): Promise<string | undefined> {
	const voice = openaiVoices.get(name.toLowerCase());
	return voice && findClosestShipped(db, GLOBAL, voice);
}

/**
 * Replaces the vendor's ids in a parsed request, wherever the contract accepts a voice id. Returns the ids that stand for them.
 */
export async function resolveVoiceIds(db: Db, input: unknown): Promise<string[]> {
	const replaced: string[] = [];
	const resolve = async (id: unknown) => {
		if (typeof id !== "string" || !vendorVoices.has(id)) return id;
		const own = await resolveVoiceId(db, id);
		if (own !== id) replaced.push(own);
		return own;
	};
	async function walk(value: unknown): Promise<void> {
		if (Array.isArray(value)) {
			for (const one of value) await walk(one);
			return;
		}
		if (!isRecord(value)) return;
		for (const [key, field] of Object.entries(value)) {
			if (key === "voice_id") value[key] = await resolve(field);
			else if (key === "voice_ids" && Array.isArray(field)) value[key] = await Promise.all(field.map(resolve));
			else await walk(field);
		}
	}
	await walk(input);
	return replaced;
}

/** A parsed object, as opposed to a file or a buffer. */
function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
