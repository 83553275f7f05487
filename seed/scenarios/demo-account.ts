import type { Database } from "@timbre/db/connect.ts";
import type { Config } from "@timbre/server/core/config.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aMembership, aPerson } from "../builders.ts";

export async function makeDemoAccount(
	db: Database,
	config: Config,
	login: { email: string; password: string },
): Promise<void> {
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user);
	});
	const demo = await aPerson(db, auth, { name: "Demo Person", ...login, tier: "creator", credits: 100_000 });
	// A second workspace to be in, so that changing between them can be seen.
	const host = await aPerson(db, auth, { name: "Harbour Radio", email: "radio@example.com", tier: "pro" });
	await aMembership(db, demo.userId, host.workspaceId);
}
