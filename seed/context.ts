import type { Database } from "@timbre/db/connect.ts";
import type { Config } from "@timbre/server/core/config.ts";

export type SeedContext = { db: Database; config: Config; log(line: string): void };
