/** What is saved in this browser to be at hand again, as opposed to what was chosen, is good for a week. */
export const savedItemSeconds = 604_800;

type SavedItem<T> = { value: T; until: number };

export function packSaved<T>(value: T, nowMs = Date.now()): string {
	return JSON.stringify({ value, until: nowMs / 1000 + savedItemSeconds } satisfies SavedItem<T>);
}

/** What was saved, or undefined once it is too old or cannot be read. */
export function unpackSaved<T>(stored: string, nowMs = Date.now()): T | undefined {
	try {
		const { value, until } = JSON.parse(stored) as SavedItem<T>;
		return until > nowMs / 1000 ? value : undefined;
	} catch {
		return undefined;
	}
}
