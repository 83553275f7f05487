// Plan, credits and voice slots of a workspace.
import type { Subscription } from "@timbre/contract/usage/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { getAccount, subscriptionStatus } from "../../usage/usage.public.ts";
import { getVoiceUsage } from "../../voices/voices.public.ts";
import { getExtraVoiceSlots, getTier } from "../../workspace/workspace.public.ts";
import { presentSubscription } from "./subscription.present.ts";

export async function getSubscription(db: Database, workspaceId: string): Promise<Subscription> {
	const tier = await getTier(db, workspaceId);
	const account = await getAccount(db, workspaceId, tier);
	return presentSubscription(tier, {
		used: account.used,
		reserved: account.reserved,
		creditLimit: account.credit_limit,
		periodEnd: account.period_end,
		status: subscriptionStatus(tier),
		extensionAllowed: account.extension_allowed,
		maxExtension: account.max_extension,
		voices: await getVoiceUsage(db, workspaceId),
		extraVoiceSlots: await getExtraVoiceSlots(db, workspaceId),
	});
}
