// Creates the users of the official clients in the shared product.
import { connect, createPool } from "@timbre/db/connect.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createAuth } from "@timbre/server/features/auth/auth.service.ts";
import { ensureWorkspace } from "@timbre/server/features/workspace/workspace.public.ts";
import { aColleague, aMembership, aUser } from "../../seed/builders.ts";
import { configOf, openProduct } from "../product/product.ts";

export type SdkServer = {
	url: string;
	apiKey: string;
	limitedKey: string;
	/** A user of its own for code samples, which also change and delete. */
	samplesKey: string;
	voiceId: string;
	otherVoiceId: string;
	/** Another workspace that the user is a member of. */
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
	const product = await openProduct();
	const config = configOf(product);
	const db = connect(createPool(config.DATABASE_URL, { max: 2 }));
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user, config.DEFAULT_PLAN);
	});
	const user = await aUser(db, auth, { tier: "creator", credits: 50_000 });
	const limited = await aUser(db, auth, { credits: 5 });
	const admin = await aUser(db, auth, { tier: "enterprise" });
	const editor = await aColleague(db, await aUser(db, auth), admin.workspaceId);
	const second = await aUser(db, auth);
	const samples = await aUser(db, auth, { tier: "enterprise" });
	await aMembership(db, user.userId, second.workspaceId);
	await db.destroy();
	project.provide("sdkServer", {
		url: product.url,
		apiKey: user.apiKey,
		limitedKey: limited.apiKey,
		samplesKey: samples.apiKey,
		secondWorkspaceId: second.workspaceId,
		voiceId: voiceId("fake", "tone-low"),
		otherVoiceId: voiceId("fake", "tone-high"),
		team: { apiKey: admin.apiKey, email: admin.email, editorKey: editor.apiKey, editorEmail: editor.email },
	});
	return product.stop;
}
