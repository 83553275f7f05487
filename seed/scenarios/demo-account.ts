import type { Database } from "@timbre/db/connect.ts";
import type { Config } from "@timbre/server/core/config.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aMembership, aUser } from "../builders.ts";

export async function createDemoAccount(
	db: Database,
	config: Config,
	login: { email: string; password: string },
): Promise<void> {
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	const demo = await aUser(db, auth, { name: "Demo User", ...login, tier: "creator", credits: 100_000 });
	// A second workspace, to try switching between workspaces.
	const host = await aUser(db, auth, { name: "Harbor Radio", email: "radio@example.com", tier: "pro" });
	await aMembership(db, demo.userId, host.workspaceId);
}
