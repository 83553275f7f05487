import {
	type OnboardingChecklist,
	type OnboardingState,
	onboardingState,
} from "@timbre/contract/onboarding/endpoints.ts";
import { checklistItemIds, plannedItemIds } from "@timbre/contract/onboarding/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice } from "../../../../seed/builders.ts";
import { eventWorkflow, type NewEvent, type PublishedEvent, publishEvent } from "../../core/events/events.ts";
import { openSocket } from "../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { checklistSubscriber } from "./onboarding.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type User = OnboardingState & { user_id: string; workspace_id: string; first_name: string | null };
type NewUser = Awaited<ReturnType<typeof signUp>>;

/** A user created through sign-up; `app.user()` is an existing user. */
async function signUp(name = "Grace Example") {
	const response = await fetch(`${app.url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url },
		body: JSON.stringify({ name, email: `${crypto.randomUUID()}@example.com`, password: "correct horse" }),
	});
	const cookie = (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
	const user = async () => (await (await fetch(`${app.url}/v1/user`, { headers: { cookie } })).json()) as User;
	const { user_id: userId, workspace_id: workspaceId } = await user();
	const post = (path: string, body?: unknown) =>
		fetch(`${app.url}/v1/user/${path}`, {
			method: "POST",
			headers: { cookie, origin: app.url, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	const checklist = async (action: string, body?: unknown) => {
		const done = await post(`onboarding-checklist/${action}`, body);
		expect(done.status).toBe(200);
		return (await done.json()) as OnboardingChecklist;
	};
	/** A request of the app on behalf of the user, which must succeed. */
	const send = async (path: string, body?: unknown) => {
		const response = await fetch(app.url + path, {
			method: "POST",
			headers: { cookie, origin: app.url, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		expect(response.ok, path).toBe(true);
		return response;
	};
	return { userId, workspaceId, cookie, user, post, send, checklist };
}

/** Delivers pending outbox events `times` times, since delivery is at least once. */
async function deliverEvents({ userId }: { userId: string }, times = 1): Promise<string[]> {
	const rows = await app.db
		.selectFrom("outbox")
		.selectAll()
		.where("target", "=", eventWorkflow.name)
		.where("delivered_at", "is", null)
		.orderBy("id")
		.execute();
	const checklist = checklistSubscriber(app.db);
	const events = rows
		.map((row) => row.payload as unknown as PublishedEvent)
		.filter((event) => event.userId === userId && checklist.events.includes(event.name));
	for (const event of events) {
		const services = { subscribers: [checklist] };
		await Promise.all(Array.from({ length: times }, () => runWorkflow(eventWorkflow, event, services)));
	}
	await app.db
		.updateTable("outbox")
		.set({ delivered_at: new Date() })
		.where("id", "in", [0, ...rows.map((row) => row.id)])
		.execute();
	return events.map((event) => event.name);
}

const publish = (event: NewEvent) => app.db.transaction().execute((tx) => publishEvent(tx, event));
const completed = (checklist: OnboardingChecklist | null) =>
	checklist?.items.filter((item) => item.is_completed).map((item) => item.onboarding_checklist_item_id);
const eventOf: Record<string, string> = {
	generate_text_to_speech: "speech_generation_started",
	add_voice_to_voice_lab: "voice_added_from_library_to_voice_lab",
	design_voice: "voice_design_created",
};
const storedAnalytics = () => app.db.selectFrom("analytics_event").selectAll().execute();

test("ONBOARD-005 ONBOARD-006 survey and checklist are completed by default for existing users", async () => {
	const person = await app.user();
	const before = await app.get<User>("/v1/user", person.apiKey);
	expect(before).toMatchObject({
		is_onboarding_completed: true,
		is_onboarding_checklist_completed: true,
		is_onboarding_tour_completed: true,
		onboarding_survey: null,
		onboarding_checklist: null,
	});
	const fields = { onboarding_survey: null, onboarding_checklist: null };
	expect(onboardingState.parse(fields)).toMatchObject({
		is_onboarding_completed: true,
		is_onboarding_checklist_completed: true,
	});
	const bare = await app.db
		.insertInto("onboarding")
		.values({ user_id: person.userId })
		.returningAll()
		.executeTakeFirst();
	expect(bare).toMatchObject({ is_completed: true, is_checklist_completed: true });
});

test("survey, checklist and tour are open after sign-up", async () => {
	expect(await (await signUp()).user()).toMatchObject({
		is_onboarding_completed: false,
		is_onboarding_checklist_completed: false,
		is_onboarding_tour_completed: false,
		onboarding_survey: null,
		onboarding_checklist: null,
	});
});

test("ONBOARD-001 ONBOARD-008 ONBOARD-009 ONBOARD-018 initiate starts a checklist with the seven items once", async () => {
	const person = await signUp();
	const initiated = await person.checklist("initiate");
	expect(initiated).toEqual({
		checklist_id: expect.stringMatching(/^\w{8,}$/),
		hidden: false,
		items: [
			"generate_text_to_speech",
			"generate_speech_to_speech",
			"add_voice_to_voice_lab",
			"design_voice",
			"create_dub",
			"join_affiliate",
			"generate_api_key",
		].map((id) => ({ onboarding_checklist_item_id: id, is_completed: false })),
	});
	expect(await person.checklist("initiate")).toEqual(initiated);
	expect((await person.user()).onboarding_checklist).toEqual(initiated);
});

const identityOf = ({ workspaceId, userId }: NewUser) => ({ workspaceId, userId });

/** What a user does on the server, with the item it completes. */
const actions: [string, string, (person: NewUser) => Promise<void>][] = [
	[
		"ONBOARD-010 generating speech",
		"generate_text_to_speech",
		async (person) => {
			await (await person.send(`/v1/text-to-speech/${app.voiceId}`, { text: "Hello there." })).arrayBuffer();
		},
	],
	[
		"ONBOARD-012 adding a voice from the library",
		"add_voice_to_voice_lab",
		async (person) => {
			const owner = await app.user({ tier: "creator" });
			const { voiceId } = await aVoice(app.db, app.storage, owner, { name: "Niamh", preview: true });
			await app.postJson(`/v1/voices/${voiceId}/share-library`, owner.apiKey, { enable_library: true });
			const { public_user_id } = await app.get<{ public_user_id: string }>("/v1/user", owner.apiKey);
			await person.send(`/v1/voices/add/${public_user_id}/${voiceId}`, { new_name: "Niamh" });
		},
	],
	[
		"ONBOARD-013 designing a voice",
		"design_voice",
		async (person) => {
			const voice_description = "A slow voice with a low pitch";
			const designed = await person.send("/v1/text-to-voice/design", { voice_description, auto_generate_text: true });
			const { previews } = (await designed.json()) as { previews: { generated_voice_id: string }[] };
			await person.send("/v1/text-to-voice", {
				voice_name: "Low",
				voice_description,
				generated_voice_id: previews[0]?.generated_voice_id,
			});
		},
	],
];
test.each(actions)("%s completes %s, once it has happened, and is not measured", async (_what, itemId, act) => {
	const person = await signUp();
	await person.checklist("initiate");
	await act(person);
	expect(await deliverEvents(person)).toContain(eventOf[itemId]);
	expect(completed((await person.user()).onboarding_checklist)).toContain(itemId);
	expect(await storedAnalytics()).toEqual([]);
});

// Nothing on this server publishes the events of planned features yet.
test.each<[string, string, (person: NewUser) => NewEvent]>([
	[
		"ONBOARD-011 speech_generation_started with task speech-to-speech",
		"generate_speech_to_speech",
		(person) => ({
			...identityOf(person),
			name: "speech_generation_started",
			data: { task: "speech-to-speech", generationId: "g" },
		}),
	],
	["dub_created", "create_dub", (person) => ({ ...identityOf(person), name: "dub_created", data: { dubbingId: "d" } })],
	[
		"affiliate_link_generated",
		"join_affiliate",
		(person) => ({ ...identityOf(person), name: "affiliate_link_generated", data: { link: "l" } }),
	],
])("the event %s completes %s and nothing else", async (_event, itemId, event) => {
	const person = await signUp();
	await person.checklist("initiate");
	await publish(event(person));
	await deliverEvents(person);
	expect(completed((await person.user()).onboarding_checklist)).toEqual([itemId]);
});

test("ONBOARD-017 ONBOARD-026 an item is completed the first time; doing it again changes nothing", async () => {
	const person = await signUp();
	await person.checklist("initiate");
	const created = await person.send("/v1/user/api-keys", { name: "Mine" });
	const { key_id } = (await created.json()) as { key_id: string };
	const show = () => person.send(`/v1/user/api-keys/${key_id}/shown`);
	const completedItems = () =>
		app.db.selectFrom("onboarding_item").selectAll().where("user_id", "=", person.userId).execute();
	await show();
	// Delivery is at least once.
	await deliverEvents(person, 8);
	const first = await completedItems();
	expect(first.map((row) => row.item_id)).toEqual(["generate_api_key"]);
	await show();
	expect(await deliverEvents(person)).toEqual(["api_key_unhidden"]);
	await person.checklist("update", { item_id: "generate_api_key" });
	expect(await completedItems(), "nothing is written twice").toEqual(first);
});

test("counts items done before the checklist was initiated, and creates none for existing users", async () => {
	const person = await signUp();
	await publish({ ...identityOf(person), name: "voice_design_created", data: { voiceId: "v" } });
	await deliverEvents(person);
	expect(completed(await person.checklist("initiate"))).toEqual(["design_voice"]);
	const existing = await app.user();
	await publish({ ...existing, name: "voice_design_created", data: { voiceId: "v" } });
	await deliverEvents(existing);
	expect((await app.get<User>("/v1/user", existing.apiKey)).onboarding_checklist).toBeNull();
});

test("ONBOARD-019 updates an item by id and rejects an unknown one", async () => {
	const person = await signUp();
	expect(completed(await person.checklist("update", { item_id: "generate_api_key" }))).toEqual(["generate_api_key"]);
	const unknown = await person.post("onboarding-checklist/update", { item_id: "fly_to_the_moon" });
	expect(unknown.status).toBe(422);
	expect((await person.post("onboarding-checklist/update", {})).status).toBe(422);
});

test("the checklist is complete with the items that can be done, not with fewer", async () => {
	const person = await signUp();
	for (const itemId of checklistItemIds.filter((id) => !plannedItemIds.includes(id))) {
		expect((await person.user()).is_onboarding_checklist_completed).toBe(false);
		await person.checklist("update", { item_id: itemId });
	}
	expect((await person.user()).is_onboarding_checklist_completed).toBe(true);
});

test("ONBOARD-020 a hidden checklist keeps its items and stays hidden until initiated again", async () => {
	const person = await signUp();
	await person.checklist("update", { item_id: "create_dub" });
	expect((await person.checklist("hide")).hidden).toBe(true);
	expect(await person.user()).toMatchObject({
		onboarding_checklist: { hidden: true },
		is_onboarding_checklist_completed: false,
	});
	const again = await person.checklist("initiate");
	expect(again.hidden).toBe(false);
	expect(completed(again)).toEqual(["create_dub"]);
});

test("ONBOARD-021 marks a checklist complete with open items, only for that user", async () => {
	const [person, other] = [await signUp(), await signUp()];
	await other.checklist("initiate");
	expect(completed(await person.checklist("mark-complete"))).toEqual([]);
	expect((await person.user()).is_onboarding_checklist_completed).toBe(true);
	expect((await other.user()).is_onboarding_checklist_completed).toBe(false);
});

test("ONBOARD-007 ONBOARD-022 stores the five survey answers and uses the given first name", async () => {
	const person = await signUp("Grace Example");
	const answers = {
		first_name: "Gigi",
		role: "developer",
		subrole: "assistant",
		timezone: "Europe/Vienna",
		source: "friend",
	};
	expect((await person.post("onboarding-survey-complete", answers)).status).toBe(200);
	expect(await person.user()).toMatchObject({
		is_onboarding_completed: true,
		onboarding_survey: answers,
		first_name: "Gigi",
	});
});

test("a skipped survey is complete and keeps earlier answers", async () => {
	const person = await signUp("Grace Example");
	expect((await person.post("onboarding-survey-complete", {})).status).toBe(200);
	expect(await person.user()).toMatchObject({
		is_onboarding_completed: true,
		onboarding_survey: null,
		first_name: "Grace",
	});
	await person.post("onboarding-survey-complete", { source: "search" });
	await person.post("onboarding-survey-complete", {});
	expect((await person.user()).onboarding_survey).toMatchObject({ source: "search", role: null });
});

test.each([
	["an unknown role", { role: "astronaut" }],
	["a subrole of another role", { role: "author", subrole: "telephony" }],
	["a subrole without a role", { subrole: "telephony" }],
	["a subrole that is an Object property", { role: "other", subrole: "constructor" }],
	["an invalid time zone", { timezone: "Moon/Tycho" }],
	["an unknown source", { source: "a bird" }],
	["a first name that is too long", { first_name: "A".repeat(81) }],
])("the survey rejects %s", async (_what, answers) => {
	const person = await signUp();
	expect((await person.post("onboarding-survey-complete", answers)).status).toBe(422);
	expect((await person.user()).is_onboarding_completed).toBe(false);
});

test("a completed tour is not shown again", async () => {
	const person = await signUp();
	expect((await person.post("onboarding-tour-complete")).status).toBe(200);
	expect(await person.user()).toMatchObject({ is_onboarding_tour_completed: true, is_onboarding_completed: false });
});

test("publishes speech_generation_started with the reservation, and not if rejected", async () => {
	const person = await app.user({ credits: 100 });
	const speak = (text: string) => app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text });
	await deliverEvents(person);
	expect((await speak("word ".repeat(100))).status).toBe(401);
	expect(await deliverEvents(person)).toEqual([]);
	const response = await speak("Hello there.");
	await response.arrayBuffer();
	const rows = await app.db.selectFrom("outbox").select("payload").execute();
	expect(rows.map(({ payload }) => payload)).toContainEqual({
		id: expect.any(String),
		name: "speech_generation_started",
		userId: person.userId,
		workspaceId: person.workspaceId,
		data: { task: "text-to-speech", generationId: response.headers.get("history-item-id") },
	});
	expect(await deliverEvents(person)).toEqual(["speech_generation_started"]);
});

test("publishes speech_generation_started once per streamed text", async () => {
	const person = await app.user();
	await deliverEvents(person);
	const address = `${app.url}/v1/text-to-speech/${app.voiceId}/stream-input?output_format=pcm_24000`;
	const socket = await openSocket(address, { headers: { "xi-api-key": person.apiKey } });
	socket.send({ text: " " });
	for (const text of ["The first sentence. ", "And the second. "]) socket.send({ text, flush: true });
	socket.send({ text: "" });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	expect(await deliverEvents(person)).toEqual(["speech_generation_started"]);
});

test("ONBOARD-016 an API key completes its item when it is unhidden, not when it is created", async () => {
	const person = await signUp();
	await person.checklist("initiate");
	const post = (path: string, body?: unknown) =>
		fetch(app.url + path, {
			method: "POST",
			headers: {
				cookie: person.cookie,
				origin: app.url,
				...(body === undefined ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	const { key_id } = (await (await post("/v1/user/api-keys", { name: "Mine" })).json()) as { key_id: string };
	expect(await deliverEvents(person)).toEqual([]);
	expect(completed((await person.user()).onboarding_checklist)).toEqual([]);
	expect((await post("/v1/user/api-keys/nobodys/shown")).status).toBe(404);
	expect((await post(`/v1/user/api-keys/${key_id}/shown`)).status).toBe(200);
	expect(await deliverEvents(person)).toEqual(["api_key_unhidden"]);
	expect(completed((await person.user()).onboarding_checklist)).toEqual(["generate_api_key"]);
});
