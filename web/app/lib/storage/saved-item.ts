/** Locally saved items expire after a week; user choices don't. */
export const savedItemSeconds = 604_800;

type SavedItem<T> = { value: T; until: number };

export function packSaved<T>(value: T, nowMs = Date.now()): string {
	return JSON.stringify({ value, until: nowMs / 1000 + savedItemSeconds } satisfies SavedItem<T>);
}

/** The saved value, or undefined if it is expired or unreadable. */
export function unpackSaved<T>(stored: string, nowMs = Date.now()): T | undefined {
	try {
		const { value, until } = JSON.parse(stored) as SavedItem<T>;
		return until > nowMs / 1000 ? value : undefined;
	} catch {
		return undefined;
	}
}
