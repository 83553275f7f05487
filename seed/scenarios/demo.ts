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
	// Loaded only then: every later start would wait for it.
	if (!existing) await (await import("./demo-account.ts")).makeDemoAccount(db, config, demoLogin);
	say(`demo login: ${demoLogin.email} / ${demoLogin.password}`);
}
