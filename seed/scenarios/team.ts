import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { newId } from "@timbre/server/core/ids.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { insertVoice } from "@timbre/server/features/voices/own/own.repo.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aMembership, aUser } from "../builders.ts";
import type { SeedContext } from "../context.ts";

const password = "timbre-team";
const defaultDomain = "lighthouse.example.com";
const addressAt = (domain: string, name: string) => `${name.split(" ")[0]?.toLowerCase()}@${domain}`;
const owner = "Mira Keller";
const people = ["Jonas Weil", "Amira Haddad", "Oluwaseun Adeyemi-Whitfield", "Kay Lin"];
const payer = "Paula Ruiz";
const secondDomain = "harbor.example.com";
export const secondTeamOwner = { email: addressAt(secondDomain, owner), password };

/** A workspace with members and groups, and a user outside it with a paid plan. Never in production. */
export async function seedTeam({ db, config, log }: SeedContext, domain = defaultDomain): Promise<void> {
	const address = (name: string) => addressAt(domain, name);
	if (config.NODE_ENV === "production")
		throw new Error("The team accounts are not for production: their password is public.");
	const existing = await db.selectFrom("auth_user").select("id").where("email", "=", address(owner)).executeTakeFirst();
	if (!existing) {
		const auth = createAuth(config, db, async (user) => {
			await ensureWorkspace(db, user, config.DEFAULT_PLAN);
		});
		const createUser = (name: string, tier?: "trial" | "creator") =>
			aUser(db, auth, { name, email: address(name), password, tier });
		const { workspaceId } = await createUser(owner, "trial");
		await db.updateTable("workspace").set({ name: "Lighthouse Studio" }).where("id", "=", workspaceId).execute();
		await createUser(payer, "creator");
		const members: string[] = [];
		for (const name of people) {
			const { userId } = await createUser(name);
			await aMembership(db, userId, workspaceId);
			members.push(userId);
		}
		await db
			.updateTable("workspace_member")
			.set({ usage_limit: 20_000 })
			.where("workspace_id", "=", workspaceId)
			.where("user_id", "in", members.slice(0, 1))
			.execute();
		const group = { workspace_id: workspaceId, id: newId() };
		await db
			.insertInto("workspace_group")
			.values({ ...group, name: "Producers", permissions: ["workspace_members_invite", "audit_log_read"] })
			.execute();
		await db
			.insertInto("workspace_group_member")
			.values(members.slice(1, 3).map((userId) => ({ workspace_id: workspaceId, group_id: group.id, user_id: userId })))
			.execute();
		const [shipped] = shippedVoices(config.SPEECH_ENGINES);
		await insertVoice(db, workspaceId, {
			id: newId(),
			userId: members[0] ?? "",
			name: "Harbor announcements",
			description: "Clear and unhurried, for the ferry terminal.",
			category: "generated",
			labels: { gender: "female", age: "middle_aged", accent: "british", use_case: "informative_educational" },
			language: "en-GB",
			engine: shipped?.engine,
			speaker: shipped?.speaker,
			origin: "designed",
		});
		await db
			.insertInto("workspace_domain")
			.values({
				id: newId(),
				workspace_id: workspaceId,
				domain,
				record_value: `timbre-verification=${newId(32)}`,
				verified_at: new Date(),
				checked_at: new Date(),
			})
			.execute();
		await db
			.updateTable("auth_user")
			.set({ email_verified: true })
			.where("email", "in", [owner, payer, ...people].map(address))
			.execute();
	}
	log(`team logins: ${[owner, ...people, payer].map(address).join(", ")} / ${password}`);
}

/** The same team at another domain, for tests that must not interfere with the first one. */
export const seedSecondTeam = (context: SeedContext) => seedTeam(context, secondDomain);
