import { type ConsentState, consentAllows, consentCookie } from "@timbre/contract/privacy/rules.ts";

type Decision = Extract<ConsentState, "granted" | "denied">;

type ConsentDependencies = {
	/** The stored decision. */
	stored: () => string | null;
	store: (decision: Decision) => void;
	writeCookie: (decision: Decision) => void;
	/** Storage that outlives the page. */
	persistent: Pick<Storage, "getItem" | "setItem" | "removeItem">;
	/** Keys that earlier pages may have stored. */
	persistentKeys: readonly string[];
	later: (ms: number, work: () => void) => () => void;
};

const isDecision = (value: string | null): value is Decision => value === "granted" || value === "denied";

/**
 * Analytics consent for a page. Until consent is granted or known to be unnecessary, values are only kept in memory.
 */
export function createConsent(world: ConsentDependencies) {
	const before = world.stored();
	let state: ConsentState = isDecision(before) ? before : "undecided";
	let cancelCookie = () => {};
	const memory = new Map<string, string>();
	const listeners = new Set<() => void>();

	const setState = (next: ConsentState) => {
		if (next === state) return;
		state = next;
		if (consentAllows(state)) for (const [key, value] of memory) world.persistent.setItem(key, value);
		for (const listener of listeners) listener();
	};

	return {
		state: () => state,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		/** Called once the location is known. An earlier decision is kept. */
		setRequired(required: boolean) {
			if (state === "undecided" && !required) setState("not_applicable");
		},
		decide(decision: Decision) {
			world.store(decision);
			if (decision === "denied")
				for (const key of [...world.persistentKeys, ...memory.keys()]) world.persistent.removeItem(key);
			setState(decision);
			// Delayed, so a quick second choice replaces the first.
			cancelCookie();
			cancelCookie = world.later(consentCookie.waitMs, () => world.writeCookie(decision));
		},
		/** "persistent" if allowed, otherwise "memory". */
		storage: (): "memory" | "persistent" => (consentAllows(state) ? "persistent" : "memory"),
		/** Stores a value persistently if allowed, otherwise for this page only. */
		remember(key: string, create: () => string): string {
			const known = memory.get(key) ?? (consentAllows(state) ? world.persistent.getItem(key) : null);
			const value = known ?? create();
			memory.set(key, value);
			if (consentAllows(state)) world.persistent.setItem(key, value);
			return value;
		},
	};
}
