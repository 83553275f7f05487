// What generating the speech of lines would render, and what it costs.
import { AppError } from "@timbre/contract/errors.ts";
import type { VoiceoverPrice } from "@timbre/contract/voiceover/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import {
	creditsFor,
	markPaid,
	newCharactersOf,
	type PlannedText,
	planText,
	requireModel,
	type SpeechDeps,
} from "../../speech/speech.public.ts";
import {
	findVoiceForLanguage,
	getUsableVoice,
	mergeVoiceSettings,
	type UsableVoice,
} from "../../voices/voices.public.ts";
import type { LineRow } from "../lines/lines.repo.ts";
import type { VoiceoverCaller } from "../types.ts";

export type PlanDeps = Pick<SpeechDeps, "db" | "getEngineInfo" | "loadRules">;
export type LinePlan = { voice: UsableVoice; model: ReturnType<typeof requireModel>; planned: PlannedText };
type SpokenLine = Pick<LineRow, "text" | "voice_id" | "speed">;

/** Who holds the takes of a voice-over. */
export const holderOf = (voiceoverId: string): string => `voiceover:${voiceoverId}`;

export const isSpoken = ({ text }: { text: string }): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns the voice, or throws why it can't be used here. */
export async function requireVoice(db: Database, caller: VoiceoverCaller, voiceId: string): Promise<UsableVoice> {
	const voice = await getUsableVoice(db, caller.workspaceId, voiceId, caller);
	if (voice.moderated)
		throw new AppError(
			"voice_disabled",
			`Voices under live moderation can't be used in voice-overs. Choose another voice than ${voice.name}.`,
			{ param: "voice_id" },
		);
	return voice;
}

/** The voice of a first line that names none. */
export async function chooseVoice(db: Database): Promise<string> {
	const id = await findVoiceForLanguage(db, "en", undefined);
	if (id === undefined) throw new AppError("voice_not_found", "This server has no voices. Name one of your own.");
	return id;
}

/** Plans lines one after another. The pronunciation rules are loaded once. */
export async function createPlanner(
	{ db, getEngineInfo, loadRules }: PlanDeps,
	caller: VoiceoverCaller,
): Promise<(line: SpokenLine) => Promise<LinePlan>> {
	const options = {
		languageCode: undefined,
		normalization: "auto",
		seed: undefined,
		newTake: false,
		markup: false,
		rules: await loadRules(caller.workspaceId, undefined),
	} as const;
	return async ({ text, voice_id, speed }) => {
		const voice = await requireVoice(db, caller, voice_id);
		const settings = mergeVoiceSettings(voice, undefined) ?? {};
		const line = {
			voice,
			engine: await getEngineInfo(voice.engine),
			text,
			settings: speed === null ? settings : { ...settings, speed },
		};
		const planned = planText(caller.workspaceId, [line], options);
		return { voice, model: requireModel(voice, undefined), planned };
	};
}

/** The price of lines in the order in which they are generated. A sentence that occurs twice is paid once. */
export async function priceLines(
	deps: PlanDeps,
	caller: VoiceoverCaller,
	lines: readonly SpokenLine[],
): Promise<VoiceoverPrice> {
	const plan = await createPlanner(deps, caller);
	const plans: LinePlan[] = [];
	for (const line of lines) plans.push(await plan(line));
	await markPaid(
		deps.db,
		caller.workspaceId,
		plans.flatMap(({ planned }) => planned.units),
	);
	const price = { lines: lines.length, characters: 0, new_characters: 0, credits: 0 };
	for (const { planned, model } of plans) {
		let weighted = 0;
		for (const unit of planned.units) {
			const added = newCharactersOf(unit, unit.end - unit.start);
			price.characters += unit.end - unit.start;
			price.new_characters += added;
			weighted += added * unit.rate;
		}
		// Each line is rounded up to full credits, as when it is charged.
		price.credits += creditsFor(weighted, model.cost);
	}
	return price;
}
