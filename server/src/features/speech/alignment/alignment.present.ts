import type { CharacterAlignment, UnsupportedRule, VoiceSegment } from "@timbre/contract/speech/endpoints.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import type { LineSegment } from "@timbre/engines/alignment/times/line-segments.ts";
import { roundTimes, toMilliseconds } from "@timbre/engines/alignment/times/times.ts";
import type { UnsupportedRule as EngineUnsupportedRule } from "@timbre/engines/node/protocol.ts";
import type { AudioTag } from "@timbre/engines/text/audio-tags.ts";

export function presentAlignment(times: CharacterTimes): CharacterAlignment {
	const { characters, starts, ends } = roundTimes(times);
	return { characters, character_start_times_seconds: starts, character_end_times_seconds: ends };
}

/** Milliseconds from the start of the audio these times belong to. Older and newer clients read different spellings of the durations. */
export function presentSocketAlignment(times: CharacterTimes, from: number) {
	const { starts, durations } = toMilliseconds(times, from);
	return {
		chars: times.characters,
		charStartTimesMs: starts,
		charDurationsMs: durations,
		charsDurationsMs: durations,
	};
}

/** The same for dialogue sockets, whose fields are in snake case. */
export function presentDialogueAlignment(times: CharacterTimes, from: number) {
	const { starts, durations } = toMilliseconds(times, from);
	return { chars: times.characters, char_start_times_ms: starts, char_durations_ms: durations };
}

export function presentVoiceSegment(segment: LineSegment, voiceId: string): VoiceSegment {
	return {
		voice_id: voiceId,
		start_time_seconds: segment.start,
		end_time_seconds: segment.end,
		character_start_index: segment.startCharacter,
		character_end_index: segment.endCharacter,
		dialogue_input_index: segment.line,
	};
}

/** Audio tags and pronunciation rules that had no effect. Offsets refer to the text as the caller sent it. */
export function presentUnsupportedRules(
	rules: readonly EngineUnsupportedRule[],
	{
		text,
		toSourceOffset,
		tags,
	}: { text: string; toSourceOffset: (offset: number) => number; tags: readonly AudioTag[] },
): UnsupportedRule[] {
	const unapplied = rules.map(({ start, end, reason }) => ({
		start: toSourceOffset(start),
		end: toSourceOffset(end),
		text: text.slice(start, end),
		reason,
	}));
	return [...presentRemovedTags(tags), ...unapplied];
}

export function presentRemovedTags(tags: readonly AudioTag[]): UnsupportedRule[] {
	return tags.map((tag) => ({ ...tag, reason: "The voice can't perform audio tags." }));
}
