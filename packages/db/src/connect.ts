import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.generated.ts";

/** A database or a transaction. Every repository function takes one as its first argument. */
export type Db = Kysely<DB> | Transaction<DB>;
export type Database = Kysely<DB>;

// Parse int8 as number: our values stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** `waitSeconds` is how long a query waits for a connection. */
export function createPool(databaseUrl: string, options: { max?: number; waitSeconds?: number } = {}): pg.Pool {
	const { max = 10, waitSeconds = 10 } = options;
	const pool = new pg.Pool({ connectionString: databaseUrl, max, connectionTimeoutMillis: waitSeconds * 1000 });
	// The pool replaces idle connections that the server closed (restart, failover). Without a listener the error would
	// end the process.
	pool.on("error", () => {});
	return pool;
}

/** Whether a query gave up waiting for a connection. The driver has no error code for this, only a message. */
export function isPoolTimeout(error: unknown): boolean {
	return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Tells the code of a request that a query gave up waiting, because some libraries replace the error with their own. */
export const poolTimeouts = new AsyncLocalStorage<{ timedOut: boolean }>();

async function connectClient(pool: pg.Pool): Promise<pg.PoolClient> {
	try {
		return await pool.connect();
	} catch (error) {
		const context = poolTimeouts.getStore();
		if (context && isPoolTimeout(error)) context.timedOut = true;
		throw error;
	}
}

export function connect(pool: pg.Pool): Database {
	const reporting = { connect: () => connectClient(pool), end: () => pool.end(), options: pool.options };
	return new Kysely<DB>({ dialect: new PostgresDialect({ pool: reporting }) });
}
