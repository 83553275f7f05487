import { requestPreviews } from "@timbre/server/features/voice-library/shipped/previews.service.ts";
import { syncShippedVoices } from "@timbre/server/features/voice-library/shipped/sync.service.ts";
import type { SeedContext } from "../context.ts";

/** What every installation needs: the shipped voices, and previews of them, rendered by a workflow. */
export async function seedBase({ db, config, log }: SeedContext): Promise<void> {
	const voices = await syncShippedVoices(db, config.SPEECH_ENGINES, config.OPENAI_SPEECH_VOICES);
	const previews = await requestPreviews(db, voices);
	log(
		`${voices.length} voices; ${previews.missing === 0 ? "all previews rendered" : `${previews.missing} previews to render in the background`}`,
	);
}
