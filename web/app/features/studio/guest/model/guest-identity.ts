// Who a guest is: kept in their browser, one name per link.
import type { JoinedGuest } from "@timbre/contract/studio/review/guest-schemas.ts";

export type Guest = { key: string; id: string; name: string };

/** Part of the token is enough to tell links apart, so the link itself isn't kept. */
export const guestStorageName = (token: string): string => `review-guest:${token.slice(0, 12)}`;

export const packGuest = ({ guest_key, guest_id, guest_name }: JoinedGuest): string =>
	JSON.stringify({ key: guest_key, id: guest_id, name: guest_name } satisfies Guest);

/** Null before a name was given, and for what another program has stored. */
export function unpackGuest(stored: string): Guest | null {
	try {
		const found: unknown = JSON.parse(stored);
		if (typeof found !== "object" || found === null) return null;
		const { key, id, name } = found as Partial<Record<keyof Guest, unknown>>;
		return typeof key === "string" && typeof id === "string" && typeof name === "string" ? { key, id, name } : null;
	} catch {
		return null;
	}
}
