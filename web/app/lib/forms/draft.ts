import { useCallback, useEffect, useRef, useState } from "react";
import { clearStored } from "../storage/use-stored.ts";

/** `failed`: the browser's storage is full or blocked. */
export type DraftState = "saved" | "pending" | "failed";

const saveAfterMs = 400;
const keyOf = (name: string) => `timbre:draft:${name}`;

export function readDraft(name: string): string {
	return typeof localStorage === "undefined" ? "" : (localStorage.getItem(keyOf(name)) ?? "");
}

/** Callbacks that cancel the pending saves of mounted fields. */
const pending = new Set<() => void>();

/** Deletes all drafts, including saves that are still pending. */
export function clearDrafts(): void {
	for (const drop of pending) drop();
	clearStored("draft:");
}

/** Saves a draft; an empty draft is deleted. Returns false if storage fails. */
export function writeDraft(name: string, text: string): boolean {
	try {
		if (text === "") localStorage.removeItem(keyOf(name));
		else localStorage.setItem(keyOf(name), text);
		return true;
	} catch {
		return false;
	}
}

/**
 * A text that survives page loads: saved to localStorage shortly after the last keystroke and when the page is hidden.
 * Not saved on every keystroke, because that would copy a long text each time. Signing out deletes all drafts.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void, state: DraftState] {
	const [text, setShown] = useState(() => readDraft(name));
	const [state, setState] = useState<DraftState>("saved");
	const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

	const flush = useCallback(() => {
		if (!waiting.current) return;
		clearTimeout(waiting.current.timer);
		const saved = writeDraft(name, waiting.current.text);
		waiting.current = undefined;
		setState(saved ? "saved" : "failed");
	}, [name]);

	const setText = useCallback(
		(next: string) => {
			setShown(next);
			setState("pending");
			clearTimeout(waiting.current?.timer);
			waiting.current = { text: next, timer: setTimeout(flush, saveAfterMs) };
		},
		[flush],
	);

	useEffect(() => {
		const drop = () => {
			clearTimeout(waiting.current?.timer);
			waiting.current = undefined;
		};
		pending.add(drop);
		window.addEventListener("pagehide", flush);
		return () => {
			pending.delete(drop);
			window.removeEventListener("pagehide", flush);
			flush();
		};
	}, [flush]);
	return [text, setText, state];
}
