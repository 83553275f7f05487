import { randomBytes } from "node:crypto";
import { missing } from "../http/failure.ts";

type Stored = { id: string };

/** Objects of one kind, in the order of their creation. */
export class Collection<T extends Stored> {
	readonly #objects = new Map<string, T>();
	readonly kind: string;
	readonly prefix: string;
	readonly #changed: () => void;

	constructor(kind: string, prefix: string, changed: () => void) {
		this.kind = kind;
		this.prefix = prefix;
		this.#changed = changed;
	}

	newId(): string {
		return `${this.prefix}_${randomBytes(12).toString("hex")}`;
	}

	/** Adds or replaces an object. */
	put(object: T): T {
		this.#objects.set(object.id, object);
		this.#changed();
		return object;
	}

	change(id: string, changes: Partial<T>): T {
		return this.put({ ...this.get(id), ...changes });
	}

	delete(id: string): void {
		this.#objects.delete(id);
		this.#changed();
	}

	find(id: string | undefined | null): T | undefined {
		return id === undefined || id === null ? undefined : this.#objects.get(id);
	}

	get(id: string, param?: string): T {
		const found = this.#objects.get(id);
		if (!found) throw missing(this.kind, id, param);
		return found;
	}

	all(): T[] {
		return [...this.#objects.values()];
	}
}
