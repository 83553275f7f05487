import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aPerson } from "../builders.ts";
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
		await aPerson(db, auth, { name: "Demo Person", ...demoLogin, tier: "creator", credits: 100_000 });
	}
	say(`demo login: ${demoLogin.email} / ${demoLogin.password}`);
}
