import { demoEmail } from "@timbre/server/features/auth/sign-in/passwords.ts";
import type { SeedContext } from "../context.ts";

export const demoLogin = { email: demoEmail, password: "timbre-demo" };

/** A demo account. Never in production: its password is public. */
export async function seedDemo({ db, config, log }: SeedContext): Promise<void> {
	if (config.NODE_ENV === "production")
		throw new Error("The demo account is not for production: its password is public.");
	const existing = await db
		.selectFrom("auth_user")
		.select("id")
		.where("email", "=", demoLogin.email)
		.executeTakeFirst();
	// Loaded lazily, so later starts don't wait for it.
	if (!existing) await (await import("./demo-account.ts")).createDemoAccount(db, config, demoLogin);
	log(`demo login: ${demoLogin.email} / ${demoLogin.password}`);
}
