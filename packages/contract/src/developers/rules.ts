// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Webhook events that are sent today, with display names. */
export const webhookEvents = {
	speech_generation_finished: "Speech generated",
	speech_to_text: "Transcript finished",
	api_key_created: "API key created",
	api_key_deleted: "API key revoked",
	api_key_limit_reached: "API key reached its credit limit",
	voice_library_removal_notice: "Voice you added was removed from the library",
} as const;
export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEvent[];
/** The event of a test delivery; sent regardless of the subscribed events. */
export const webhookTestEvent = "webhook_test";
/** Events of the public API that are not sent yet; subscribing is allowed. */
export const plannedWebhookEvents = ["agent_qa", "flows"] as const;

/** How long, and how many for each workspace, the request log keeps. */
export const requestLogDays = 14;
export const requestLogMax = 10_000;

/** Headers set by the delivery or the connection. */
export const reservedHeaders =
	/^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|elevenlabs-signature|user-agent)$/i;
