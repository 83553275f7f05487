// The voice that speaks a text: the requested one or, if it doesn't speak the requested language, the closest shipped one that does.
import { AppError } from "@timbre/contract/errors.ts";
import { languageName } from "@timbre/contract/language.ts";
import type { Context } from "../../../core/http/context.ts";
import {
	findVoiceForLanguage,
	getUsableVoice,
	listShippedLanguages,
	type UsableVoice,
} from "../../voices/voices.public.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { speaksLanguage } from "./voices.ts";

/** The `voice-id` header of the response and the history item name the voice if it is another one than requested. */
export async function getSpeakingVoice(
	{ db, getEngineInfo }: Pick<SpeechDeps, "db" | "getEngineInfo">,
	context: Context,
	voiceId: string,
	languageCode: string | null | undefined,
): Promise<UsableVoice> {
	const voice = await getUsableVoice(db, context.workspaceId, voiceId, context);
	if (!languageCode) return voice;
	if (speaksLanguage({ voice, engine: await getEngineInfo(voice.engine) }, languageCode)) return voice;
	const closestId = await findVoiceForLanguage(db, languageCode, voice.gender);
	if (closestId === undefined) {
		const languages = (await listShippedLanguages(db)).map(languageName).join(", ");
		throw new AppError(
			"unsupported_language",
			`Neither ${voice.name} nor another voice on this server speaks the language "${languageCode}". The voices speak ${languages}.`,
			{ param: "language_code" },
		);
	}
	context.setResponseHeader("voice-id", closestId);
	return getUsableVoice(db, context.workspaceId, closestId, context);
}
