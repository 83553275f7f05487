import { maxDialogueLines } from "@timbre/contract/speech/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useDraft } from "../../../../lib/forms/draft.ts";
import { counted } from "../../../../lib/text/format.ts";
import { useRecentVoices } from "../../../voices/voices.choice.public.ts";
import { castScript, contrastingVoice } from "./cast.ts";
import { parsePastedScript } from "./pasted-script.ts";
import { moveItem, newLine, nextSpeaker, parseScript, type ScriptLine, serializeScript } from "./script.ts";

/** The lines of the dialogue being edited, stored in this browser. */
export function useScript(voices: Voice[]) {
	const ids = useMemo(() => voices.map((voice) => voice.voice_id), [voices]);
	const [recent] = useRecentVoices();
	const [stored, store, draft] = useDraft("text-to-dialogue");
	const [lines, setLines] = useState<ScriptLine[]>(() => {
		const found = parseScript(stored, ids);
		if (found.length > 0) return found;
		const first = voices.find(({ voice_id }) => voice_id === recent.find((id) => ids.includes(id))) ?? voices[0];
		const second = first && contrastingVoice(voices, [first]);
		return [newLine(first?.voice_id ?? ""), newLine(second?.voice_id ?? "")];
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
	/** Adds the lines of a script after a line, or instead of empty ones. Returns their number; 0 if it is no script. */
	const paste = (text: string, after: number): number => {
		const spoken = parsePastedScript(text);
		if (!spoken) return 0;
		const written = lines.filter((line) => line.text.trim() !== "");
		const added = castScript(spoken, voices, lines).slice(0, maxDialogueLines - written.length);
		const at = written.findLastIndex((line) => lines.indexOf(line) <= after) + 1;
		replaceAll(written.toSpliced(at, 0, ...added));
		announce(`${counted(added.length, "line")} added.`);
		return added.length;
	};
	return {
		lines,
		draft,
		paste,
		/** The last change, for screen readers. */
		announcement,
		events,
		replaceAll,
		replaceVoice: (voiceId: string, voice: Voice) =>
			replaceAll(lines.map((line) => (line.voiceId === voiceId ? { ...line, voiceId: voice.voice_id } : line))),
	};
}
