// One maker for each kind of thing that an id in the contract can name. The security matrix makes each in one workspace and asks for it
// from another; an id that is not in this list fails it.
import type { Endpoint } from "@timbre/contract/endpoint.ts";
import type { ErrorCode } from "@timbre/contract/errors.ts";
import { aVoice, type Person } from "../../../seed/builders.ts";
import { loadConfig } from "../core/config.ts";
import { newId } from "../core/ids.ts";
import { seal } from "../features/auth/auth.sso-config.service.ts";
import type { TestApp } from "./test-app.ts";

/** The ids by which the thing can be asked for. */
type Ids = Record<string, string>;
/** What a maker needs of a product: the tests' own, or one that runs in processes of its own. */
export type Scene = Pick<
	TestApp,
	"url" | "publicUrl" | "db" | "storage" | "voiceId" | "person" | "signIn" | "historyItem" | "speak"
>;
type Make = (app: Scene, owner: Person, endpoint: Endpoint) => Promise<Ids>;

export type Thing =
	/** Somebody's own. `codes`: what everybody else gets, the same as for one that does not exist; the one that the endpoint declares. */
	| {
			codes: readonly ErrorCode[];
			make: Make /** Names a thing only where the endpoint declares one of the codes. */;
			onlyDeclared?: true;
	  }
	/** Everybody's, or no thing at all: why, and a value that is right in every workspace. */
	| { shared: string; value: string };

/** Asks as the owner and gives what came. */
async function asOwner<T = Ids>(app: Scene, owner: Person, method: string, path: string, body?: unknown): Promise<T> {
	const answer = await fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": owner.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return (await answer.json()) as T;
}

const historyItem: Extract<Thing, { make: Make }> = {
	codes: ["history_item_not_found"],
	make: async (app, owner) => {
		const answer = await app.speak(`/v1/text-to-speech/${app.voiceId}`, owner.apiKey, { text: "Said by somebody." });
		await answer.arrayBuffer();
		const id = answer.headers.get("history-item-id") ?? "";
		return { history_item_id: id, start_after_history_item_id: id };
	},
};

const dictionary: Thing = {
	codes: ["pronunciation_dictionary_not_found", "resource_not_found"],
	make: async (app, owner) => {
		const path = "/v1/pronunciation-dictionaries/add-from-rules";
		const rules = [{ type: "alias", string_to_replace: "a", alias: "b" }];
		const { id = "", version_id = "" } = await asOwner(app, owner, "POST", path, { name: "Theirs", rules });
		return { pronunciation_dictionary_id: id, dictionary_id: id, resource_id: id, version_id };
	},
};

/** A professional voice of the owner's that can be spoken, with a recording. */
const voice: Thing = {
	codes: ["voice_not_found", "sample_not_found", "speaker_not_found"],
	onlyDeclared: true,
	make: async (app, owner) => {
		const made = await aVoice(app.db, app.storage, owner, { category: "professional", origin: "trained", samples: 1 });
		return { voice_id: made.voiceId, sample_id: made.sampleIds[0] ?? "", speaker_id: "speaker_0" };
	},
};

const serviceAccount: Thing = {
	codes: ["service_account_not_found", "api_key_not_found"],
	make: async (app, owner) => {
		const made = await asOwner(app, owner, "POST", "/v1/service-accounts", { name: "Robot" });
		const id = made["service-account-user-id"] ?? "";
		const path = `/v1/service-accounts/${id}/api-keys`;
		const { key_id = "" } = await asOwner(app, owner, "POST", path, { name: "Robot's", permissions: "all" });
		return { service_account_user_id: id, api_key_id: key_id, workspace_api_key_id: key_id };
	},
};

const webhook: Thing = {
	codes: ["webhook_delivery_not_found", "webhook_not_found"],
	make: async (app, owner) => {
		const settings = { auth_type: "hmac", name: "Theirs", webhook_url: "https://example.com/hook" };
		const { webhook_id = "" } = await asOwner(app, owner, "POST", "/v1/workspace/webhooks", { settings });
		const { delivery_id = "" } = await asOwner(app, owner, "POST", `/v1/workspace/webhooks/${webhook_id}/test`);
		return { webhook_id, delivery_id };
	},
};

const group: Thing = {
	codes: ["group_not_found"],
	make: async (app, owner) => {
		const { id = "", group_id = id } = await asOwner(app, owner, "POST", "/v1/workspace/groups", { name: newId() });
		return { group_id };
	},
};

/** A person as a member, or an address as an invited one. */
const address: Thing = {
	codes: ["member_not_found", "invite_not_found"],
	onlyDeclared: true,
	make: async (app, owner, endpoint) => {
		if (!endpoint.errors?.includes("invite_not_found")) return { email: owner.email, user_email: owner.email };
		const email = `${newId(10).toLowerCase()}@example.com`;
		await asOwner(app, owner, "POST", "/v1/workspace/invites/add", { email });
		return { email, user_email: email };
	},
};

const domain: Thing = {
	codes: ["not_found"],
	make: async (app, owner) => {
		const name = `${newId(10).toLowerCase()}.example`;
		const path = "/v1/workspace/domain-verifications";
		const { domain_verification_id = "" } = await asOwner(app, owner, "POST", path, { domain: name });
		const id = newId();
		await app.db
			.updateTable("workspace_domain")
			.set({ verified_at: new Date() })
			.where("id", "=", domain_verification_id)
			.execute();
		await app.db
			.insertInto("auth_sso_provider")
			.values({
				id,
				provider_id: id,
				name: "Theirs",
				issuer: `https://${name}`,
				domain: name,
				domain_verified: true,
				oidc_config: seal(loadConfig({}).AUTH_SECRET, {
					issuer: `https://${name}`,
					discoveryEndpoint: `https://${name}/.well-known/openid-configuration`,
					clientId: "theirs",
					clientSecret: "a secret",
					pkce: true,
				}),
				workspace_id: owner.workspaceId,
			})
			.execute();
		return { domain_verification_id, identity_provider_id: id };
	},
};

export const things: Record<string, Thing> = {
	generated_voice_id: {
		codes: ["voice_not_found"],
		make: async (app, owner) => {
			const description = { voice_description: "A calm older man with a deep voice", stream_previews: true };
			const { previews } = await asOwner<{ previews: Ids[] }>(
				app,
				owner,
				"POST",
				"/v1/text-to-voice/design",
				description,
			);
			return { generated_voice_id: previews[0]?.generated_voice_id ?? "" };
		},
	},
	history_item_id: historyItem,
	start_after_history_item_id: historyItem,
	export_id: {
		codes: ["not_found"],
		make: async (app, owner) => {
			const item = await app.historyItem(owner);
			return asOwner(app, owner, "POST", "/v1/history/exports", { history_item_ids: [item] });
		},
	},
	pronunciation_dictionary_id: dictionary,
	dictionary_id: dictionary,
	version_id: dictionary,
	// Also what a reader app calls its things, which this server does not have.
	resource_id: { ...dictionary, onlyDeclared: true },
	key_id: {
		codes: ["api_key_not_found"],
		make: (app, owner) => asOwner(app, owner, "POST", "/v1/user/api-keys", { name: "Theirs" }),
	},
	service_account_user_id: serviceAccount,
	api_key_id: serviceAccount,
	workspace_api_key_id: serviceAccount,
	secret_id: {
		codes: ["not_found"],
		make: (app, owner) => asOwner(app, owner, "POST", "/v1/convai/secrets", { name: "Theirs", value: "theirs" }),
	},
	webhook_id: webhook,
	delivery_id: webhook,
	workspace_id: {
		codes: ["workspace_not_found"],
		make: async (_app, owner) => ({ workspace_id: owner.workspaceId }),
	},
	group_id: group,
	email: address,
	user_email: address,
	domain_verification_id: domain,
	identity_provider_id: domain,
	/** Of an invite to the owner, by somebody else. */
	code: {
		codes: ["invite_not_found"],
		make: async (app, owner) => {
			const host = await app.person({ tier: "enterprise" });
			await asOwner(app, host, "POST", "/v1/workspace/invites/add", { email: owner.email });
			const mail = await app.db
				.selectFrom("mail")
				.select("body")
				.where("to_address", "=", owner.email)
				.orderBy("created_at", "desc")
				.executeTakeFirstOrThrow();
			return { code: /[?&](?:code|invite|invite_code)=([A-Za-z0-9_-]+)/.exec(mail.body)?.[1] ?? "" };
		},
	},
	message_id: {
		codes: ["not_found"],
		make: async (app, owner) => {
			const id = newId();
			await app.db
				.insertInto("notification")
				.values({ id, user_id: owner.userId, severity: "info", title: "Told", description: "To one person." })
				.execute();
			return { message_id: id };
		},
	},
	session_id: {
		codes: ["session_not_found"],
		make: async (app, owner) => {
			await app.signIn(owner);
			const { id } = await app.db
				.selectFrom("auth_session")
				.select("id")
				.where("user_id", "=", owner.userId)
				.executeTakeFirstOrThrow();
			return { session_id: id };
		},
	},
	device_id: {
		codes: ["device_not_found"],
		make: async (app, owner) => {
			const id = newId();
			await app.db
				.insertInto("auth_device")
				.values({ id, user_id: owner.userId, secret_hash: Buffer.from(id) })
				.execute();
			return { device_id: id };
		},
	},
	data_export_id: {
		codes: ["not_found"],
		make: async (app, owner) => {
			const answer = await fetch(`${app.url}/v1/user/data-export`, {
				method: "POST",
				headers: { cookie: await app.signIn(owner), origin: app.publicUrl },
			});
			return (await answer.json()) as Ids;
		},
	},
	preview_history_item_id: {
		codes: ["history_item_not_found"],
		make: async (app, owner, endpoint) => {
			const { history_item_id = "" } = await historyItem.make(app, owner, endpoint);
			return { preview_history_item_id: history_item_id };
		},
	},
	public_user_id: {
		codes: ["voice_not_found"],
		make: async (app, owner) => {
			const { public_user_id = "" } = await asOwner(app, owner, "GET", "/v1/user");
			return { public_user_id };
		},
	},
	voice_id: voice,
	sample_id: voice,
	speaker_id: voice,
	collection_id: {
		codes: ["voice_collection_not_found"],
		make: (app, owner) => asOwner(app, owner, "POST", "/v1/voices/collections", { title: "Theirs", icon: "star" }),
	},
	selected_speaker_id: { shared: "is somebody within a recording", value: "speaker_0" },
	model_id: { shared: "models come with the server and are everybody's", value: "test_tone" },
	previous_request_id: { shared: "is taken for compatibility and read by nothing", value: "nothing" },
	remixing_session_id: { shared: "is taken for compatibility and read by nothing", value: "nothing" },
	remixing_session_iteration_id: { shared: "is taken for compatibility and read by nothing", value: "nothing" },
	target_workspace_id: {
		codes: ["workspace_not_found"],
		make: async (_app, owner) => ({ target_workspace_id: owner.workspaceId }),
	},
	played_not_selected_voice_id: { shared: "is taken for compatibility and read by nothing", value: "nothing" },
	next_request_id: { shared: "is taken for compatibility and read by nothing", value: "nothing" },
	client_id: { shared: "is a name at another's server", value: "nothing" },
	entity_id: { shared: "is a name at another's server", value: "nothing" },
	owner_id: { shared: "narrows a list that is everybody's", value: "timbre" },
	last_sort_id: { shared: "is a place in a list that is everybody's", value: "nothing" },
	owner_user_id: { shared: "narrows a list of the caller's own workspace", value: "nothing" },
	resource_type: { shared: "is a choice of few", value: "pronunciation_dictionary" },
};

export function isMade(thing: Thing | undefined): thing is Extract<Thing, { make: unknown }> {
	return thing !== undefined && "make" in thing;
}

/** One thing for all the names, as far as its ids go. */
export async function makeThings(
	app: Scene,
	endpoint: Endpoint,
	names: readonly string[],
	owner: Person,
): Promise<Record<string, string>> {
	const ids: Record<string, string> = {};
	for (const name of names) {
		const thing = things[name];
		if (ids[name] !== undefined || thing === undefined) continue;
		if (isMade(thing)) Object.assign(ids, { ...(await thing.make(app, owner, endpoint)), ...ids });
		else ids[name] = thing.value;
	}
	return Object.fromEntries(Object.entries(ids).filter(([name]) => things[name] !== undefined));
}

/** By its link, and with one person alone. */
async function shareWithSomebodyElse(app: Scene, owner: Person, { voice_id }: Ids): Promise<void> {
	await asOwner(app, owner, "POST", `/v1/voices/${voice_id}/share`, { enable: true, emails: ["friend@example.com"] });
}

/** What must have happened to a thing before its owner can use a call with it. */
export const preparations: Record<string, (app: Scene, owner: Person, ids: Ids) => Promise<void>> = {
	// What somebody has lent their voice to is not remixed; what was designed is.
	textToVoice_remix: async (app, owner, { voice_id = "" }) => {
		const { workspaceId } = owner;
		const made = { category: "generated", origin: "designed" };
		await app.db
			.updateTable("voice")
			.set(made)
			.where("workspace_id", "=", workspaceId)
			.where("id", "=", voice_id)
			.execute();
	},
	history_restore: async (app, owner, ids) => {
		await asOwner(app, owner, "DELETE", `/v1/history/${ids.history_item_id}`);
	},
	// Published and taken back: its owner alone still sees it.
	voices_getSharedOne: async (app, owner, { voice_id }) => {
		await asOwner(app, owner, "POST", `/v1/voices/${voice_id}/share-library`, { enable_library: true });
		await asOwner(app, owner, "DELETE", `/v1/voices/${voice_id}/share-library`);
	},
	voices_getSharedLink: shareWithSomebodyElse,
	voices_share: shareWithSomebodyElse,
};

/** Right for every field of this name, where a schema alone does not show what it takes. */
export const usualValues: Record<string, unknown> = {
	email: "someone@example.com",
	emails: ["someone@example.com"],
};

const target = { resource_type: "pronunciation_dictionary", user_email: "someone@example.com" };
/** Bodies that cannot be made from their schema alone: rules between fields, files, texts of a form of their own. */
export const bodies: Record<string, unknown> = {
	voices_consent_give: { recording: new Blob(["no sound"]) },
	voices_captcha_verify: { recording: new Blob(["no sound"]) },
	voices_verification_request: { files: new Blob(["no sound"]) },
	voices_pvc_samples_create: { files: new Blob(["no sound"]) },
	voices_pvc_verification_captcha_verify: { recording: new Blob(["no sound"]) },
	voices_pvc_verification_request: { files: new Blob(["no sound"]) },
	workspace_resources_share: { role: "viewer", ...target },
	workspace_resources_unshare: target,
	voices_update: { name: "Renamed" },
	voices_shareLibrary: { enable_library: true },
};
