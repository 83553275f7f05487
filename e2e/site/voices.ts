// Voices of the full account: designed, published, added from the library, in collections.
import type { APIRequestContext, APIResponse } from "@playwright/test";

type CreatedVoice = { voice_id: string };
type OfferedVoice = CreatedVoice & {
	public_owner_id: string;
	name: string;
	is_owner: boolean;
	rate: number | null;
	notice_period: number;
};

const descriptions = [
	["Lighthouse keeper", "A calm older man with a deep voice who speaks slowly, like a lighthouse keeper at night"],
	["The narrator of the second volume, who never raises her voice", "A warm young woman who reads stories softly"],
] as const;

/** Creates the voices and returns a collection that contains them. */
export async function fillVoices(full: APIRequestContext): Promise<{ collection: string }> {
	const post = async <T>(path: string, data: unknown) => parseResponse<T>(await full.post(path, { data }));
	const own: string[] = [];
	for (const [voice_name, voice_description] of descriptions) {
		const { previews } = await post<{ previews: { generated_voice_id: string }[] }>("/v1/text-to-voice/design", {
			voice_description,
			seed: 7,
		});
		const chosen = { voice_name, voice_description, generated_voice_id: previews[0]?.generated_voice_id };
		own.push((await post<CreatedVoice>("/v1/text-to-voice", chosen)).voice_id);
	}
	const [published = "", narrator = ""] = own;
	await post(`/v1/voices/${published}/share-library`, {
		enable_library: true,
		notice_period: 90,
		custom_rate: 0.06,
		labels: { age: "old", use_case: "narrative_story", descriptive: "thoughtful" },
	});
	await post(`/v1/voices/${narrator}/favorite`, { favorite: true });

	const { voices } = await parseResponse<{ voices: OfferedVoice[] }>(await full.get("/v1/shared-voices?page_size=100"));
	const special = voices.filter((voice) => !voice.is_owner && (voice.rate !== null || voice.notice_period > 0));
	for (const { public_owner_id, voice_id, name } of special.slice(0, 2))
		own.push((await post<CreatedVoice>(`/v1/voices/add/${public_owner_id}/${voice_id}`, { new_name: name })).voice_id);

	let collection = "";
	for (const [title, icon, members] of [
		["The sea novel", "book", own],
		["Everything for the harbour radio, spring and summer", "mic", [narrator]],
		["Empty", "folder", []],
	] as const) {
		const { collection_id } = await post<{ collection_id: string }>("/v1/voices/collections", { title, icon });
		for (const voice of members) await post(`/v1/voices/collections/${collection_id}/voice/${voice}`, {});
		collection ||= collection_id;
	}
	return { collection };
}

async function parseResponse<T>(response: APIResponse): Promise<T> {
	if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
	return (await response.json()) as T;
}
