import { type Form, numberOf, textOf } from "./form.ts";

/** A page of a list, newest first, as Stripe's lists are. */
export function pageOf<T extends { id: string }>(all: readonly T[], form: Form, url: string) {
	const newest = all.toReversed();
	const after = textOf(form.starting_after);
	const before = textOf(form.ending_before);
	const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
	const to = before === undefined ? newest.length : newest.findIndex(({ id }) => id === before);
	const limit = Math.min(100, numberOf(form.limit) ?? 10);
	const data = newest.slice(from, to).slice(0, limit);
	return { object: "list", data, has_more: from + data.length < to, url };
}
