import { uploadSeconds } from "@timbre/contract/uploads/rules.ts";

type Saved = { key: string; uploadId: string; until: number };

/** Cleared when the user signs out. */
const storageKey = "xi:uploads";
const maxSaved = 100;

/** Remembers unfinished uploads in the browser, so that choosing the same file after a reload continues one. */
export function createSavedUploads(storage: () => Pick<Storage, "getItem" | "setItem">, now = Date.now) {
	const read = (): Saved[] => {
		try {
			const saved = JSON.parse(storage().getItem(storageKey) ?? "[]") as Saved[];
			return saved.filter(({ until }) => until > now());
		} catch {
			return [];
		}
	};
	const write = (saved: readonly Saved[]) => {
		try {
			storage().setItem(storageKey, JSON.stringify(saved.slice(-maxSaved)));
		} catch {
			// The storage is full or blocked. The upload works, but can't be resumed after a reload.
		}
	};
	return {
		find: (file: File) => read().find(({ key }) => key === keyOf(file))?.uploadId,
		add: (file: File, uploadId: string) =>
			write([
				...read().filter(({ key }) => key !== keyOf(file)),
				{ key: keyOf(file), uploadId, until: now() + uploadSeconds * 1000 },
			]),
		remove: (file: File) => write(read().filter(({ key }) => key !== keyOf(file))),
	};
}

/** The same file, for what a page can know without reading it. */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
