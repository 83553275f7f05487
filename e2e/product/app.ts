import { connect, createPool } from "@timbre/db/connect.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createStorage } from "@timbre/server/core/storage/storage.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { readLedger, type TestApp } from "@timbre/server/testing/test-app.ts";
import { aHistoryItem, aUser } from "../../seed/builders.ts";
import { configOf, openProduct } from "./product.ts";

/** The shared product with the builders of the api tests. */
export async function productApp(): Promise<
	Pick<TestApp, "url" | "db" | "storage" | "voiceId" | "user" | "historyItem" | "ledger" | "stop">
> {
	const product = await openProduct();
	const config = configOf(product);
	const db = connect(createPool(config.DATABASE_URL, { max: 3 }));
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	const storage = createStorage(config);
	return {
		url: product.url.replace("localhost", "127.0.0.1"),
		db,
		storage,
		voiceId: voiceId("fake", "tone-low"),
		user: (wanted) => aUser(db, auth, wanted),
		historyItem: (owner, wanted) => aHistoryItem(db, storage, owner, wanted),
		ledger: (workspaceId) => readLedger(db, workspaceId),
		stop: async () => {
			await db.destroy();
			await product.stop();
		},
	};
}
