import { webhookEvents, webhookTestEvent } from "@timbre/contract/developers/rules.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useEffect, useState } from "react";
import type { WebhookEventReference } from "../model/reference-model.ts";
import { Code } from "./code-sample.tsx";
import { ReferenceChevron } from "./reference-chevron.tsx";
import { Fields } from "./reference-detail.tsx";

const events = Object.entries({ ...webhookEvents, [webhookTestEvent]: "Test event" });
const idOf = (type: string) => `webhook-event-${type}`;

type WebhookEventsProps = {
	heading: "h2" | "h3";
	/** Lower-case words to search for. */
	words: readonly string[];
	/** The id of the open row. */
	opened: string | undefined;
	onOpen: (id: string | undefined) => void;
};

/** The events that webhooks receive, with their payloads. */
export function WebhookEvents({ heading: Heading, words, opened, onOpen }: WebhookEventsProps) {
	const [unfolded, setUnfolded] = useState<boolean>();
	const found = events.filter(([type, name]) => {
		const text = `webhook event ${type} ${name}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const isOpen = words.length > 0 || (unfolded ?? events.some(([type]) => idOf(type) === opened));
	if (found.length === 0) return null;
	return (
		<section aria-label="Webhook events" className="rounded-card border border-line bg-raised">
			<Heading>
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls="webhook-events"
					disabled={words.length > 0}
					onClick={() => setUnfolded(!isOpen)}
					className="flex w-full items-center gap-3 rounded-card px-4 py-3 text-left font-semibold text-[15px] transition-colors enabled:hover:bg-hover"
				>
					<ReferenceChevron open={isOpen} />
					<span className="flex-1">Webhook events</span>
					<span className="font-normal text-[13px] text-muted tabular-nums">{found.length}</span>
				</button>
			</Heading>
			<ul id="webhook-events" hidden={!isOpen} className="border-line border-t">
				{found.map(([type, name]) => (
					<EventRow key={type} type={type} name={name} open={opened === idOf(type)} onOpen={onOpen} />
				))}
			</ul>
		</section>
	);
}

type EventRowProps = { type: string; name: string; open: boolean; onOpen: (id: string | undefined) => void };

function EventRow({ type, name, open, onOpen }: EventRowProps) {
	const id = idOf(type);
	return (
		<li id={id} className="scroll-mt-4 border-line border-b last:border-b-0">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={`${id}-detail`}
				onClick={() => onOpen(open ? undefined : id)}
				className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-hover"
			>
				<ReferenceChevron open={open} />
				<span className="min-w-0 flex-1">
					<span className="block font-medium text-sm leading-5">{name}</span>
					<span className="mt-1 block break-all font-mono text-[13px] text-muted leading-5">{type}</span>
				</span>
			</button>
			<div id={`${id}-detail`}>
				{open ? (
					<div className="border-line border-t px-4 py-5 text-sm leading-5">
						<EventDetail type={type} />
					</div>
				) : null}
			</div>
		</li>
	);
}

function EventDetail({ type }: { type: string }) {
	const event = useEvent(type);
	if (event === "failed") return <p className="text-danger">Couldn't load this event. Reload the page.</p>;
	if (!event) return <Skeleton className="h-40 w-full" />;
	return (
		<div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
			<div className="flex min-w-0 flex-col gap-6">
				<p className="max-w-prose text-[15px] leading-6">{event.description}</p>
				<Fields title="Payload" fields={event.fields} />
			</div>
			<div className="min-w-0">
				<p className="mb-1.5 font-medium">Example payload</p>
				<Code label="Example payload">{JSON.stringify(event.sample, undefined, 2)}</Code>
				<p className="mt-3 text-[13px] text-muted">
					Sent as a POST request. The elevenlabs-signature header has the form t=time,v0=signature, where the signature
					is the HMAC-SHA256 of “time.body” with the webhook's secret.
				</p>
			</div>
		</div>
	);
}

function useEvent(type: string): WebhookEventReference | "failed" | undefined {
	const [event, setEvent] = useState<WebhookEventReference | "failed">();
	useEffect(() => {
		let unmounted = false;
		import("virtual:api-reference/webhook-events").then(
			(loaded) => !unmounted && setEvent(loaded.default.find((one) => one.type === type) ?? "failed"),
			() => !unmounted && setEvent("failed"),
		);
		return () => {
			unmounted = true;
		};
	}, [type]);
	return event;
}
