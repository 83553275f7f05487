import type { Database } from "@timbre/db/connect.ts";
import type { OutboundOptions } from "../../core/http/outbound-http.ts";
import type { Storage } from "../../core/storage/storage.ts";

export type TranscriptionDeps = { db: Database; storage: Storage; outbound: OutboundOptions };
