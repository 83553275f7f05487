import type { Db } from "@timbre/db/connect.ts";
import { z } from "zod";
import { newId } from "../ids.ts";
import { GLOBAL } from "../tenancy.ts";
import { defineWorkflow } from "../workflow.ts";
import { addToOutbox, type OutboxMessage } from "./outbox.repo.ts";

// Domain events between areas. A publisher doesn't know its subscribers.
// Invariant: an event is written in the transaction of the change it reports and delivered at least once, so
// subscribers are idempotent.

const eventSchema = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
	z.object({ id: z.string(), name: z.literal(name), workspaceId: z.string(), userId: z.string(), data });

/** All events, with their data. */
const publishedEvent = z.discriminatedUnion("name", [
	eventSchema(
		"speech_generation_started",
		z.object({ task: z.enum(["text-to-speech", "speech-to-speech"]), generationId: z.string() }),
	),
	eventSchema("voice_added_from_library_to_voice_lab", z.object({ voiceId: z.string() })),
	eventSchema("voice_design_created", z.object({ voiceId: z.string() })),
	eventSchema("dub_created", z.object({ dubbingId: z.string() })),
	eventSchema("affiliate_link_generated", z.object({ link: z.string() })),
	eventSchema("api_key_unhidden", z.object({ keyId: z.string() })),
	eventSchema("api_key_limit_reached", z.object({ keyId: z.string(), name: z.string(), limit: z.number() })),
	// `userId` is the user who joined.
	eventSchema("workspace_invite_accepted", z.object({ email: z.string() })),
	// Created, or its audio was replaced. The audio is already in storage.
	eventSchema("history_item_saved", z.object({ historyItemId: z.string() })),
	// The sentence read to verify a voice was in another voice, or was another sentence.
	eventSchema("voice_reading_failed", z.object({ voiceId: z.string() })),
	// About a user, not a workspace: `workspaceId` is empty. `visitor` is the IP address.
	eventSchema(
		"signed_in_from_new_device",
		z.object({ userAgent: z.string().nullable(), visitor: z.string().nullable() }),
	),
]);

export type PublishedEvent = z.output<typeof publishedEvent>;
export type EventName = PublishedEvent["name"];
type WithoutId<Event> = Event extends PublishedEvent ? Omit<Event, "id"> : never;
export type NewEvent = WithoutId<PublishedEvent>;

export type Subscriber = {
	name: string;
	events: readonly EventName[];
	/** Must be idempotent: may be called again for the same event. */
	handle(event: PublishedEvent): Promise<void>;
};

/** The event as an outbox message, for statements that insert it together with other data. */
export function eventMessage(event: NewEvent): OutboxMessage {
	const id = newId();
	return { target: eventWorkflow.name, key: id, payload: { id, ...event } };
}

/** Call this in the transaction of the change that the event reports. */
export async function publishEvent(tx: Db, event: NewEvent): Promise<void> {
	await addToOutbox(tx, GLOBAL, eventMessage(event));
}

/** Delivers an event to its subscribers, each in its own step, so one that fails doesn't block the others. */
export const eventWorkflow = defineWorkflow<PublishedEvent, { subscribers: readonly Subscriber[] }>({
	name: "Event",
	input: publishedEvent,
	// Events are frequent and subscribers idempotent, so the engine need not retain each for a day.
	retentionMinutes: 10,
	run: async (context, event, { subscribers }) => {
		const results = await context.steps(
			subscribers.filter(({ events }) => events.includes(event.name)),
			4,
			({ name }) => name,
			({ handle }) => handle(event),
		);
		const failed = results.find((result) => result.status === "rejected");
		if (failed) throw failed.reason;
	},
});
