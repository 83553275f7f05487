import { type ConsentState, consentAllows, consentCookie } from "@timbre/contract/privacy.ts";

type Decision = Extract<ConsentState, "granted" | "denied">;

type World = {
	/** What was decided in this browser before. */
	stored: () => string | null;
	store: (decision: Decision) => void;
	writeCookie: (decision: Decision) => void;
	/** Where things are kept that outlive the page. */
	persistent: Pick<Storage, "getItem" | "setItem" | "removeItem">;
	/** What may be kept there from earlier pages. */
	keptKeys: readonly string[];
	later: (ms: number, work: () => void) => () => void;
};

const isDecision = (value: string | null): value is Decision => value === "granted" || value === "denied";

/**
 * Whether visits may be counted, from the first moment of a page. Until it is known that nobody has to be asked, or somebody has said yes,
 * whatever is to be remembered stays in the memory of the page.
 */
export function createConsent(world: World) {
	const before = world.stored();
	let state: ConsentState = isDecision(before) ? before : "undecided";
	let cancelCookie = () => {};
	const memory = new Map<string, string>();
	const listeners = new Set<() => void>();

	const become = (next: ConsentState) => {
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
		/** The place is known: whoever need not be asked is not. A decision made before stands. */
		placed(needed: boolean) {
			if (state === "undecided" && !needed) become("not_applicable");
		},
		decide(decision: Decision) {
			world.store(decision);
			if (decision === "denied")
				for (const key of [...world.keptKeys, ...memory.keys()]) world.persistent.removeItem(key);
			become(decision);
			// Half a second, in which another press still counts.
			cancelCookie();
			cancelCookie = world.later(consentCookie.waitMs, () => world.writeCookie(decision));
		},
		/** "persistent" once it is allowed, "memory" before and after a no. */
		storage: (): "memory" | "persistent" => (consentAllows(state) ? "persistent" : "memory"),
		/** Remembers something as long as it may: the page long, or longer. */
		remember(key: string, make: () => string): string {
			const known = memory.get(key) ?? (consentAllows(state) ? world.persistent.getItem(key) : null);
			const value = known ?? make();
			memory.set(key, value);
			if (consentAllows(state)) world.persistent.setItem(key, value);
			return value;
		},
	};
}
