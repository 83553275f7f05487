// One whole product for the run: real PostgreSQL, Restate, worker, speech node and api; only the engine is the fake one.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createPool } from "@timbre/db/connect.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aColleague, aMembership, aPerson } from "../../seed/builders.ts";
import { seed } from "../../seed/main.ts";
import { startStack } from "../../tools/stack/stack.ts";

export type SdkServer = {
	url: string;
	apiKey: string;
	limitedKey: string;
	voiceId: string;
	otherVoiceId: string;
	/** Another workspace that the caller is a member of. */
	secondWorkspaceId: string;
	/** A workspace with seats: its admin and owner, and an editor. */
	team: { apiKey: string; email: string; editorKey: string; editorEmail: string };
};

declare module "vitest" {
	export interface ProvidedContext {
		sdkServer: SdkServer;
	}
}

export async function setup(project: { provide(key: "sdkServer", value: SdkServer): void }) {
	const dataDir = await mkdtemp(join(tmpdir(), "timbre-sdk-"));
	const stack = await startStack({ dataDir, engines: "fake", web: "none", env: { LOG_LEVEL: "warn" } });
	await stack.waitForVoice();
	const config = loadConfig(stack.env);
	await seed(config, ["base"], () => {});
	const db = connect(createPool(config.DATABASE_URL, { max: 2 }));
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user);
	});
	const person = await aPerson(db, auth, { tier: "creator", credits: 50_000 });
	const limited = await aPerson(db, auth, { credits: 5 });
	const admin = await aPerson(db, auth, { tier: "enterprise" });
	const editor = await aColleague(db, await aPerson(db, auth), admin.workspaceId);
	const second = await aPerson(db, auth);
	await aMembership(db, person.userId, second.workspaceId);
	await db.destroy();
	project.provide("sdkServer", {
		url: stack.apiUrl,
		apiKey: person.apiKey,
		limitedKey: limited.apiKey,
		secondWorkspaceId: second.workspaceId,
		voiceId: voiceId("fake", "tone-low"),
		otherVoiceId: voiceId("fake", "tone-high"),
		team: { apiKey: admin.apiKey, email: admin.email, editorKey: editor.apiKey, editorEmail: editor.email },
	});
	return async () => {
		await stack.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
}
