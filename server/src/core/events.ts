import type { Db } from "@timbre/db/connect.ts";
import { z } from "zod";
import { newId } from "./ids.ts";
import { addToOutbox, type OutboxMessage } from "./outbox.repo.ts";
import { defineWorkflow } from "./workflow.ts";

// What areas tell whoever wants to know, upward too: the publisher knows no subscriber. Written in the transaction of what happened,
// handed to the durable engine by the relay, delivered at least once: a subscriber that hears an event again changes nothing.

const published = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
	z.object({ id: z.string(), name: z.literal(name), workspaceId: z.string(), userId: z.string(), data });

/** Every event there is, with what it says. */
const publishedEvent = z.discriminatedUnion("name", [
	published(
		"speech_generation_started",
		z.object({ task: z.enum(["text-to-speech", "speech-to-speech"]), generationId: z.string() }),
	),
	published("voice_added_from_library_to_voice_lab", z.object({ voiceId: z.string() })),
	published("voice_design_created", z.object({ voiceId: z.string() })),
	published("dub_created", z.object({ dubbingId: z.string() })),
	published("affiliate_link_generated", z.object({ link: z.string() })),
	published("api_key_unhidden", z.object({ keyId: z.string() })),
	published("api_key_limit_reached", z.object({ keyId: z.string(), name: z.string(), limit: z.number() })),
	// `userId` is who joined.
	published("workspace_invite_accepted", z.object({ email: z.string() })),
	// New, or with another sound than before: its audio is in the store.
	published("history_item_saved", z.object({ historyItemId: z.string() })),
	// A sentence that was to be read in a voice was read in another, or was another sentence.
	published("voice_reading_failed", z.object({ voiceId: z.string() })),
	// About a person and no workspace: `workspaceId` is empty. `visitor` is the network address.
	published(
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
	/** May be called again for an event it has handled. */
	handle(event: PublishedEvent): Promise<void>;
};

/** The event as an outbox message, for a statement that writes it beside something else. */
export function eventMessage(event: NewEvent): OutboxMessage {
	const id = newId();
	return { target: eventWorkflow.name, key: id, payload: { id, ...event } };
}

/** Call it inside the transaction of what the event tells. */
export async function publishEvent(tx: Db, event: NewEvent): Promise<void> {
	await addToOutbox(tx, eventMessage(event));
}

/** Hands one event to each of its subscribers, each in a step of its own: one that fails does not keep it from the others. */
export const eventWorkflow = defineWorkflow<PublishedEvent, { subscribers: readonly Subscriber[] }>({
	name: "Event",
	input: publishedEvent,
	// Events are many and handling one again changes nothing, so the engine need not remember each for a day.
	rememberedMinutes: 10,
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
