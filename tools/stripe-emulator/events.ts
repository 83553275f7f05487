// Events are recorded in order and delivered to every webhook endpoint, signed as Stripe signs them. A delivery that fails is repeated.
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import { realNow } from "./state/clock.ts";
import type { State } from "./state/state.ts";

export const apiVersion: Stripe.Event["api_version"] = "2026-10-28.endive";

/** Waits before the next attempt, in milliseconds. */
const pauses = [500, 2_000, 5_000, 15_000, 60_000];

export function signatureOf(body: string, secret: string, timestamp: number): string {
	const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
	return `t=${timestamp},v1=${signature}`;
}

export class Events {
	readonly #state: State;
	readonly #open = new Set<Promise<void>>();
	#stopped = false;

	constructor(state: State) {
		this.#state = state;
	}

	/** Records what happened to an object at the given time, as it is now. */
	record(type: Stripe.Event.Type, object: { id?: string }, created: number, previous?: object): void {
		const event = {
			id: this.#state.events.newId(),
			object: "event",
			api_version: apiVersion,
			created,
			data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
			livemode: false,
			pending_webhooks: 0,
			request: null,
			type,
		} as Stripe.Event;
		this.#state.events.put(event);
		for (const endpoint of this.#state.endpoints.all()) {
			const wanted = endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type);
			if (!wanted || endpoint.status !== "enabled") continue;
			const delivery = this.#deliver(event, endpoint).finally(() => this.#open.delete(delivery));
			this.#open.add(delivery);
		}
	}

	/** Resolves when nothing is on its way anymore. */
	async delivered(): Promise<void> {
		while (this.#open.size > 0) await Promise.all(this.#open);
	}

	stop(): void {
		this.#stopped = true;
	}

	async #deliver(event: Stripe.Event, { url, secret = "" }: Stripe.WebhookEndpoint): Promise<void> {
		const body = JSON.stringify(event);
		for (const pause of [...pauses, undefined]) {
			if (this.#stopped) return;
			const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, secret, realNow()) };
			const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
			if (response?.ok) return;
			if (pause !== undefined) await sleep(pause, undefined, { ref: false });
		}
	}
}
