import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useDraft } from "../../../../lib/forms/draft.ts";
import { useRecentVoices } from "../../../voices/voices.choice.public.ts";
import { moveItem, newLine, nextSpeaker, parseScript, type ScriptLine, serializeScript } from "./script.ts";

/** The lines of the dialogue being edited, stored in this browser. */
export function useScript(voices: Voice[]) {
	const ids = useMemo(() => voices.map((voice) => voice.voice_id), [voices]);
	const [recent] = useRecentVoices();
	const [stored, store, draft] = useDraft("text-to-dialogue");
	const [lines, setLines] = useState<ScriptLine[]>(() => {
		const found = parseScript(stored, ids);
		if (found.length > 0) return found;
		const first = recent.find((id) => ids.includes(id)) ?? ids[0] ?? "";
		const opening = [newLine(first)];
		return [...opening, newLine(nextSpeaker(opening, 0, ids))];
	});
	const [announcement, announce] = useState("");
	const focusNext = useRef<string>(undefined);
	useEffect(() => {
		if (!focusNext.current) return;
		document.querySelector<HTMLElement>(`[data-line-text="${focusNext.current}"]`)?.focus();
		focusNext.current = undefined;
	});

	const replaceAll = useCallback(
		(next: ScriptLine[]) => {
			setLines(next);
			store(next.some((line) => line.text !== "") ? serializeScript(next) : "");
		},
		[store],
	);
	const events = {
		change: (index: number, patch: Partial<ScriptLine>) =>
			replaceAll(lines.map((line, at) => (at === index ? { ...line, ...patch } : line))),
		addAfter: (index: number) => {
			const line = newLine(nextSpeaker(lines, index, ids));
			focusNext.current = line.id;
			replaceAll(lines.toSpliced(index + 1, 0, line));
			announce(`Line ${index + 2} added.`);
		},
		remove: (index: number) => {
			if (lines.length === 1) return;
			focusNext.current = lines[index - 1]?.id ?? lines[index + 1]?.id;
			replaceAll(lines.toSpliced(index, 1));
			announce(`Line ${index + 1} removed.`);
		},
		move: (from: number, to: number) => {
			const target = Math.max(0, Math.min(lines.length - 1, to));
			if (target === from) return;
			focusNext.current = lines[from]?.id;
			replaceAll(moveItem(lines, from, target));
			announce(`Line ${from + 1} is now line ${target + 1}.`);
		},
	};
	return {
		lines,
		draft,
		/** The last change, for screen readers. */
		announcement,
		events,
		replaceAll,
		replaceVoice: (voiceId: string, voice: Voice) =>
			replaceAll(lines.map((line) => (line.voiceId === voiceId ? { ...line, voiceId: voice.voice_id } : line))),
	};
}
