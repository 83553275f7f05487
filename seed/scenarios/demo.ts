import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aMembership, aPerson } from "../builders.ts";
import type { SeedContext } from "../context.ts";

export const demoLogin = { email: "demo@example.com", password: "timbre-demo" };

/** A login to look around with; never in production, its password is public. */
export async function seedDemo({ db, config, say }: SeedContext): Promise<void> {
	if (config.NODE_ENV === "production")
		throw new Error("The demo login is not for production: its password is public.");
	const existing = await db
		.selectFrom("auth_user")
		.select("id")
		.where("email", "=", demoLogin.email)
		.executeTakeFirst();
	if (!existing) {
		const auth = createAuth(config, db, async (user) => {
			await ensureWorkspace(db, user);
		});
		const demo = await aPerson(db, auth, { name: "Demo Person", ...demoLogin, tier: "creator", credits: 100_000 });
		// A second workspace to be in, so that changing between them can be seen.
		const host = await aPerson(db, auth, { name: "Harbour Radio", email: "radio@example.com", tier: "pro" });
		await aMembership(db, demo.userId, host.workspaceId);
	}
	say(`demo login: ${demoLogin.email} / ${demoLogin.password}`);
}
