import { useCallback, useEffect, useRef, useState } from "react";
import { forgetStored } from "./use-stored.ts";

/** `failed`: this browser has no room or no right to keep it. */
export type DraftState = "saved" | "pending" | "failed";

const saveAfterMs = 400;
const keyOf = (name: string) => `timbre:draft:${name}`;

export function readDraft(name: string): string {
	return typeof localStorage === "undefined" ? "" : (localStorage.getItem(keyOf(name)) ?? "");
}

/** What to call so that a field on the page forgets what it was about to keep. */
const pending = new Set<() => void>();

/** Forgets all drafts, also those that a page still open would have written a moment later. */
export function forgetDrafts(): void {
	for (const drop of pending) drop();
	forgetStored("draft:");
}

/** Keeps a draft; an empty one is not kept. False where the browser refuses. */
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
 * A text that outlives the page: kept in this browser a moment after the last key, and at once when the page goes away.
 * Not written with every key, since a long text would be copied each time. Signing out forgets all drafts.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void, state: DraftState] {
	const [text, setShown] = useState(() => readDraft(name));
	const [state, setState] = useState<DraftState>("saved");
	const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);

	const flush = useCallback(() => {
		if (!waiting.current) return;
		clearTimeout(waiting.current.timer);
		const kept = writeDraft(name, waiting.current.text);
		waiting.current = undefined;
		setState(kept ? "saved" : "failed");
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
