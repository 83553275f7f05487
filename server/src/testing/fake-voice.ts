import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import type { TestApp } from "./test-app.ts";

/** The voices of the fake engine, and a generation somebody else has made with one of them. */
export const fake = {
	voiceId: voiceId("fake", "tone-low"),
	otherVoiceId: voiceId("fake", "tone-high"),
	async generation(app: TestApp): Promise<{ history_item_id: string }> {
		const owner = await app.person();
		const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, owner.apiKey, {
			text: "Somebody else said this.",
		});
		await answer.arrayBuffer();
		return { history_item_id: answer.headers.get("history-item-id") ?? "" };
	},
};
