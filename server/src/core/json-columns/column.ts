// JSON columns have a schema and a version. Values pass the schema when they are written and when they are read, so code
// never meets a shape that it does not know.
import type { JsonText } from "@timbre/db/json-text.ts";
import { z } from "zod";

/** A stored value that does not fit the schema of its column. */
export class JsonColumnError extends Error {
	override name = "JsonColumnError";
}

export type JsonColumn<T> = {
	/** "table.column" */
	name: string;
	version: number;
	read(stored: unknown): T;
	write<V extends T>(value: V): V extends null ? null : JsonText;
};

/** Version 1 is stored as it is, because SQL reads it. Later versions are stored with their number. */
const numbered = z.strictObject({ version: z.int().min(2), value: z.unknown() });

/** `upgrades[0]` turns a value of version 1 into version 2, and so on. The schema is that of the last version. */
export function jsonColumn<T>(
	name: `${string}.${string}`,
	schema: z.ZodType<T>,
	upgrades: readonly ((old: unknown) => unknown)[] = [],
): JsonColumn<T> {
	const version = upgrades.length + 1;
	const check = (value: unknown): T => {
		const { success, data, error } = schema.safeParse(value);
		if (success) return data;
		// Without the value, which may be personal.
		const issues = error.issues.map(({ path, message }) => `${path.join(".") || "value"}: ${message}`);
		throw new JsonColumnError(`${name} does not fit version ${version} of its schema: ${issues.join("; ")}`);
	};
	return {
		name,
		version,
		read: (stored) => {
			const found = numbered.safeParse(stored);
			const from = found.success ? found.data : { version: 1, value: stored };
			if (from.version > version)
				throw new JsonColumnError(
					`${name} has version ${from.version}, but this server reads versions up to ${version}. Update the server.`,
				);
			if (from.value === null) return check(null);
			return check(upgrades.slice(from.version - 1).reduce<unknown>((value, upgrade) => upgrade(value), from.value));
		},
		write: <V extends T>(value: V) => {
			check(value);
			const text = value === null ? null : JSON.stringify(version === 1 ? value : { version, value });
			return text as V extends null ? null : JsonText;
		},
	};
}

// biome-ignore lint/suspicious/noExplicitAny: columns of any type
type Columns = Record<string, JsonColumn<any>>;
type ReadRow<Row, C extends Columns> = Omit<Row, keyof C> & {
	[K in keyof Row & keyof C]: C[K] extends JsonColumn<infer T> ? T : never;
};

/** A row with its JSON columns read. */
export function readRow<Row extends object, C extends Columns>(columns: C, row: Row): ReadRow<Row, C> {
	const read = Object.entries(columns).flatMap(([key, column]) =>
		key in row ? [[key, column.read(row[key as keyof Row])]] : [],
	);
	return { ...row, ...Object.fromEntries(read) };
}
