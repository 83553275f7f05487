// npm run operator -- <command>: what only the operator of the server may do.
import { parseArgs } from "node:util";
import { plans, type Tier, tiers } from "@timbre/contract/plans.ts";
import { connect, createPool, type Database } from "@timbre/db/connect.ts";
import { loadConfig } from "./core/config.ts";
import { createStorage, type Storage } from "./core/storage/storage.ts";
import { grantCredits, refundCredits } from "./features/usage/usage.public.ts";
import { decideVerification, listVerifications } from "./features/voice-making/consent/manual.service.ts";
import { listOperatorWorkspaces, resetTier, setTier } from "./features/workspace/workspace.public.ts";

const usage = `Usage: npm run operator -- <command>
  workspaces [<email>]                      list workspaces with plan, members and owner
  plan <workspace id> <plan>|default        set the plan: ${tiers.join(", ")}
  credits <workspace id> <credits>          set the credits per month
  refund <workspace id> <generation id>     refund what a generation cost
  verifications                             list requests for manual voice verification
  verify <voice id>                         verify the voice of a request
  reject <voice id>                         close a request; another one can be sent`;

type Deps = { db: Database; storage: Storage; defaultPlan: Tier; print: (line: string) => void };

/** Runs one command. Throws an error with a message for the operator. */
export async function runOperator(deps: Deps, [command, ...args]: readonly string[]): Promise<void> {
	const { db, storage, print } = deps;
	const [first = "", second = ""] = args;
	if (command === "workspaces") {
		for (const row of await listOperatorWorkspaces(db, first))
			print(
				`${row.id}  ${row.tier}${row.tier_chosen ? "" : " (default)"}  ${row.members} members  ${row.email ?? "-"}  ${row.name}`,
			);
	} else if (command === "plan" && second) await setPlan(deps, first, second);
	else if (command === "credits" && /^\d+$/.test(second)) {
		await grantCredits(db, first, Number(second));
		print(`${first} has ${second} credits per month.`);
	} else if (command === "refund" && second) print(`Refunded ${await refundCredits(db, first, second)} credits.`);
	else if (command === "verifications") {
		for (const request of await listVerifications(db, storage)) {
			print(`${request.voiceId}  ${request.voiceName}  ${request.email ?? "-"}  ${request.requestedAt.toISOString()}`);
			if (request.notes) print(`    ${request.notes}`);
			for (const file of request.files) print(`    ${file}`);
		}
	} else if ((command === "verify" || command === "reject") && first) {
		await decideVerification(db, first, command === "verify");
		print(command === "verify" ? `${first} is verified.` : `The request for ${first} is closed.`);
	} else throw new Error(usage);
}

async function setPlan({ db, defaultPlan, print }: Deps, workspaceId: string, plan: string): Promise<void> {
	const tier = plan === "default" ? defaultPlan : tiers.find((known): known is Tier => known === plan);
	if (!tier) throw new Error(`Unknown plan ${plan}. Plans: ${tiers.join(", ")}, default.`);
	const changed = plan === "default" ? await resetTier(db, workspaceId, tier) : await setTier(db, workspaceId, tier);
	if (!changed) throw new Error(`There is no workspace with the ID ${workspaceId}. List them with: workspaces`);
	await grantCredits(db, workspaceId, plans[tier].characterLimit);
	print(`${workspaceId} is on the ${plans[tier].label} plan.`);
}

if (import.meta.main) {
	const { positionals } = parseArgs({ allowPositionals: true });
	const config = loadConfig();
	const db = connect(createPool(config.DATABASE_URL, { max: 2 }));
	try {
		const print = (line: string) => process.stdout.write(`${line}\n`);
		await runOperator({ db, storage: createStorage(config), defaultPlan: config.DEFAULT_PLAN, print }, positionals);
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exitCode = 1;
	} finally {
		await db.destroy();
	}
}
