// The payloads of webhook events: the types of what is sent, and the texts of the API reference.
import { z } from "zod";
import { type WebhookEvent, webhookEvents, webhookTestEvent } from "./rules.ts";

const keyId = z.string().meta({ description: "Id of the API key.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] });
const keyName = z.string().meta({ description: "Name of the API key.", examples: ["Production server"] });
const keyOwner = z.string().meta({
	description: "Id of the user or service account that owns the key.",
	examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
});

const events = {
	speech_generation_finished: {
		description:
			"Sent after a generation that delivered audio, whether it was completed or stopped early. Not sent if nothing was delivered.",
		data: z.object({
			history_item_id: z
				.string()
				.nullable()
				.meta({
					description: "Id of the history item. Null if the generation was not stored.",
					examples: ["Vn3Kc8RtW5yQzXb1LmPd"],
				}),
			request_id: z.string().meta({
				description: "The `request-id` header of the response.",
				examples: ["k4TqLs8VwYb1XzKd5RnG"],
			}),
			user_id: z.string().meta({
				description: "Id of the user or service account that generated it.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
			voice_id: z.string().meta({
				description: "Id of the voice. The first one of a dialogue.",
				examples: ["EXAVITQu4vr4xnSDxMaL"],
			}),
			voice_name: z.string().meta({ description: "Name of the voice.", examples: ["Sarah"] }),
			model_id: z.string().meta({ description: "Id of the model.", examples: ["eleven_multilingual_v2"] }),
			output_format: z.string().meta({ description: "Format of the audio.", examples: ["mp3_44100_128"] }),
			characters: z.int().meta({ description: "Characters whose audio was delivered.", examples: [412] }),
			credits: z.int().meta({
				description: "Credits charged. Sentences that were paid for before are free.",
				examples: [412],
			}),
			duration_seconds: z.number().meta({ description: "Length of the audio, in seconds.", examples: [27.4] }),
			complete: z.boolean().meta({
				description: "False if it ended early, such as when the client disconnected.",
				examples: [true],
			}),
		}),
	},
	speech_to_text: {
		description:
			"Sent when a recording that was transcribed with `webhook=true` is finished, or could not be transcribed. Webhooks subscribe to it as `speech_to_text`.",
		data: z.object({
			request_id: z.string().meta({
				description: "Id of the request, as in its response.",
				examples: ["k4TqLs8VwYb1XzKd5RnG"],
			}),
			transcription_id: z.string().meta({ description: "Id of the transcript.", examples: ["t9WqLs4VbXc2RzKd8TnG"] }),
			transcription: z
				.record(z.string(), z.unknown())
				.nullable()
				.meta({
					description: "The transcript, as `POST /v1/speech-to-text` returns it. Null if it failed.",
					examples: [{ language_code: "eng", text: "Hello, world." }],
				}),
			webhook_metadata: z.unknown().meta({
				description: "The `webhook_metadata` of the request. Null if there is none.",
				examples: [{ episode: "12" }],
			}),
			error: z
				.string()
				.nullable()
				.meta({ description: "Why it failed. Null if it didn't.", examples: [null] }),
		}),
	},
	api_key_created: {
		description: "Sent when a member or a service account gets a new API key.",
		data: z.object({
			key_id: keyId,
			name: keyName,
			user_id: keyOwner,
			preview: z.string().meta({
				description: "First and last characters of the key, to recognize it.",
				examples: ["sk_a1B…x9Zq"],
			}),
		}),
	},
	api_key_deleted: {
		description: "Sent when an API key is revoked.",
		data: z.object({ key_id: keyId, name: keyName, user_id: keyOwner }),
	},
	api_key_limit_reached: {
		description:
			"Sent when a request is rejected because it would exceed the credit limit of its API key. Sent once, until the limit is changed or the next period starts.",
		data: z.object({
			key_id: keyId,
			name: keyName,
			character_limit: z.int().meta({
				description: "Credits the key can spend per monthly period.",
				examples: [50000],
			}),
			user_id: keyOwner,
		}),
	},
	voice_library_removal_notice: {
		description: "Sent when a library voice that your workspace added is removed by its owner.",
		data: z.object({
			voice_id: z.string().meta({
				description: "Id of your copy of the voice.",
				examples: ["pFZP5JQG7iQjIQuC4Bku"],
			}),
			name: z.string().meta({ description: "Name of your copy of the voice.", examples: ["Lily"] }),
			disable_at_unix: z.int().meta({
				description: "When the voice stops working, in Unix seconds.",
				examples: [1762592000],
			}),
		}),
	},
	[webhookTestEvent]: {
		description: "Sent when you test a webhook, whatever it is subscribed to.",
		data: z.object({
			message: z.string().meta({ description: "Always the same text.", examples: ["This is a test."] }),
			user_id: z.string().meta({
				description: "Id of the user who sent the test.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
		}),
	},
} satisfies Record<WebhookEvent | typeof webhookTestEvent, { description: string; data: z.ZodObject }>;

export type SentEvent = keyof typeof events;

/** The `type` of an event's body. SDKs expect another name than that of the subscription for transcripts. */
export function sentType(event: SentEvent): string {
	return event === "speech_to_text" ? "speech_to_text_transcription" : event;
}

/** An event and what is sent with it. */
export type WebhookPayload = {
	[Type in SentEvent]: { type: Type; data: z.input<(typeof events)[Type]["data"]> };
}[SentEvent];

export type WebhookEventDoc = { type: SentEvent; name: string; description: string; body: z.ZodType };

/** Every event that is sent, with the schema of the request body. */
export const webhookEventDocs: readonly WebhookEventDoc[] = Object.entries(events).map(
	([key, { description, data }]) => {
		const type = key as SentEvent;
		return {
			type,
			name: type === webhookTestEvent ? "Test event" : webhookEvents[type],
			description,
			body: bodyOf(type, data),
		};
	},
);

/** The format that SDKs expect, with an event id so that endpoints can detect duplicates. */
function bodyOf(type: SentEvent, data: z.ZodObject) {
	return z.object({
		type: z.literal(sentType(type)).meta({ description: "The event." }),
		event_timestamp: z.int().meta({ description: "Time of the event, in Unix seconds.", examples: [1760000000] }),
		event_id: z.string().meta({
			description: "Id of the event. Retries and replays have the same one, so that endpoints can detect duplicates.",
			examples: ["b2HsFj6QwE9tUyXo4Nvz"],
		}),
		data: data.meta({ description: "What happened." }),
	});
}
