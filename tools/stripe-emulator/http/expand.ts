import type { State } from "../state/state.ts";

type Json = { [name: string]: unknown };

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces the id at a path, such as `data.discounts.source.coupon`, with the object. */
export function expand(state: State, body: unknown, path: string): unknown {
	const [name = "", ...rest] = path.split(".");
	if (Array.isArray(body)) return body.map((one) => expand(state, one, path));
	if (!isObject(body) || !(name in body)) return body;
	const resolve = (value: unknown): unknown => {
		const object = typeof value === "string" ? (findById(state, value) ?? value) : value;
		return rest.length > 0 ? expand(state, object, rest.join(".")) : object;
	};
	const value = body[name];
	return { ...body, [name]: Array.isArray(value) ? value.map(resolve) : resolve(value) };
}

function findById(state: State, id: string): unknown {
	for (const collection of Object.values(state)) {
		if (typeof collection === "object" && "find" in collection && "prefix" in collection) {
			const found = collection.find(id);
			if (found) return found;
		}
	}
	return undefined;
}
