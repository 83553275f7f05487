import { AppError } from "@timbre/contract/errors.ts";
import { isSameLanguage } from "@timbre/contract/language.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { Line, PlannedUnit, RenderOptions } from "./types.ts";

type Speaking = Pick<Line, "voice" | "engine">;

const languagesOf = ({ voice, engine }: Speaking): string[] => [
	...new Set([...(engine.tier === "basic" ? [] : engine.languages), voice.language]),
];

export const speaksLanguage = (line: Speaking, code: string): boolean =>
	languagesOf(line).some((tag) => isSameLanguage(tag, code));

/** Rejects a language the voice does not speak instead of reading the text with the rules of another language. */
export function requireLanguage({ voice, engine }: Speaking, code: string | null | undefined): void {
	if (!code || speaksLanguage({ voice, engine }, code)) return;
	throw new AppError(
		"unsupported_language",
		`${voice.name} doesn't support the language "${code}". Supported: ${languagesOf({ voice, engine }).join(", ")}.`,
		{ param: "language_code" },
	);
}

/** Omits settings that the engine does not support or that equal the default, so that they don't change the take's hash. */
export function speechVoice(
	{ voice, engine, settings }: Omit<Line, "text">,
	options: Pick<RenderOptions, "languageCode" | "normalization">,
): SpeechVoice {
	const { capabilities } = engine;
	const set = (supported: boolean, value: number | null | undefined, defaultValue: number) =>
		supported && value !== null && value !== undefined && value !== defaultValue ? value : undefined;
	const speed = set(capabilities.speed, settings.speed, 1);
	const stability = set(capabilities.stability, settings.stability, 0.5);
	const style = set(capabilities.style, settings.style, 0);
	return {
		engine: voice.engine,
		speaker: voice.speaker,
		language: options.languageCode ?? voice.language,
		...(speed === undefined ? {} : { speed }),
		...(stability === undefined ? {} : { stability }),
		...(style === undefined ? {} : { style }),
		normalisation: options.normalization,
	};
}

/** Lines with the same voice share one entry; updates the units' voice index accordingly. */
export function dedupeVoices(voices: readonly SpeechVoice[], units: PlannedUnit[]): SpeechVoice[] {
	const indexes = new Map<string, number>();
	const distinct: SpeechVoice[] = [];
	const indexByLine = voices.map((voice) => {
		const key = JSON.stringify(voice);
		const index = indexes.get(key) ?? distinct.push(voice) - 1;
		indexes.set(key, index);
		return index;
	});
	for (const unit of units) unit.voice = indexByLine[unit.line] ?? 0;
	return distinct;
}
