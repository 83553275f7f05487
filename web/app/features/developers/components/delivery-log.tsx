import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { developersPaths } from "@timbre/contract/developers/paths.ts";
import { webhookEvents } from "@timbre/contract/developers/rules.ts";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "@timbre/contract/developers/webhooks.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { ChevronRight, Inbox, RotateCw } from "lucide-react";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { ago, counted } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { type DeliveryState, deliveriesQuery, deliveryQuery } from "../developers.queries.ts";

const states: Record<DeliveryState, { label: string; tone: "neutral" | "positive" | "danger" | "warning" }> = {
	delivered: { label: "Delivered", tone: "positive" },
	waiting: { label: "Pending", tone: "neutral" },
	failed: { label: "Failed", tone: "danger" },
	skipped: { label: "Skipped", tone: "warning" },
};

const nameOf = (type: string) =>
	type === "webhook_test" ? "Test event" : (webhookEvents[type as keyof typeof webhookEvents] ?? type);

/** Deliveries to a webhook, newest first. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
	const [state, setState] = useState<DeliveryState>();
	const log = useInfiniteQuery(deliveriesQuery(webhook.webhook_id, state));
	const deliveries = log.data?.pages.flatMap((page) => page.deliveries);
	return (
		<Sheet open onOpenChange={(open) => open || onClose()} title={`Delivery log for ${webhook.name}`} side="right">
			<div className="flex flex-col gap-4 px-4 pt-1 pb-6">
				<Select
					label="Filter deliveries"
					value={state ?? "all"}
					options={[
						{ value: "all", label: "All deliveries" },
						...Object.entries(states).map(([value, { label }]) => ({ value, label })),
					]}
					onChange={(value) => setState(value === "all" ? undefined : (value as DeliveryState))}
				/>
				{log.isPending ? (
					<div aria-busy="true" className="flex flex-col gap-2">
						<p className="sr-only">Loading delivery log</p>
						<Skeleton className="h-12" />
						<Skeleton className="h-12" />
						<Skeleton className="h-12" />
					</div>
				) : null}
				{log.isError ? <LoadFailure title="Couldn't load the delivery log" query={log} /> : null}
				{deliveries?.length === 0 ? (
					<EmptyState icon={<Inbox aria-hidden="true" />} title="No deliveries" className="py-10">
						{state ? "No deliveries with this status." : "No matching events yet. Send a test event to try it."}
					</EmptyState>
				) : null}
				{deliveries?.length ? (
					<ol aria-label="Deliveries" className="rounded-card border border-line bg-raised">
						{deliveries.map((delivery) => (
							<DeliveryRow key={delivery.delivery_id} webhook={webhook} delivery={delivery} />
						))}
					</ol>
				) : null}
				{log.hasNextPage ? (
					<Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
						Load more
					</Button>
				) : null}
				<p className="text-[13px] text-muted">Deliveries are kept for 30 days.</p>
			</div>
		</Sheet>
	);
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
	const [open, setOpen] = useState(false);
	const { label, tone } = states[delivery.state];
	const panel = `delivery-${delivery.delivery_id}`;
	return (
		<li className="border-line border-b last:border-b-0">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={panel}
				onClick={() => setOpen(!open)}
				className="flex w-full items-center gap-3 px-3 py-2.5 text-left transition-colors hover:bg-hover"
			>
				<ChevronRight
					aria-hidden="true"
					className={`size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : ""}`}
				/>
				<span className="min-w-0 flex-1">
					<span className="block truncate font-medium">{nameOf(delivery.event_type)}</span>
					<span className="block truncate text-[13px] text-muted">
						<span className="tabular-nums">#{delivery.number}</span>, {ago(delivery.created_at_unix_ms / 1000)},{" "}
						{counted(delivery.attempts, "attempt")}
						{delivery.replay_of ? ", replayed" : ""}
					</span>
				</span>
				<Badge tone={tone}>{label}</Badge>
			</button>
			<div id={panel}>{open ? <DeliveryDetail webhook={webhook} deliveryId={delivery.delivery_id} /> : null}</div>
		</li>
	);
}

function DeliveryDetail({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
	const queryClient = useQueryClient();
	const detail = useQuery(deliveryQuery(webhook.webhook_id, deliveryId));
	const replay = useMutation({
		mutationFn: () =>
			call(developersPaths.replayWebhookDelivery, {
				params: { webhook_id: webhook.webhook_id, delivery_id: deliveryId },
			}),
		onSuccess: () => {
			toaster.show({ title: "Delivery replayed", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["developers", "deliveries", webhook.webhook_id] });
		},
		onError: (error) => showError("Couldn't replay the delivery", error),
	});
	if (detail.isPending) return <Skeleton className="mx-3 mb-3 h-24" />;
	if (detail.isError) return <LoadFailure title="Couldn't load the delivery" query={detail} />;
	return (
		<div className="flex flex-col gap-4 border-line border-t bg-surface px-4 py-4">
			<Attempts detail={detail.data} />
			{isPrivateUrl(webhook.webhook_url) ? (
				<p className="text-[13px] text-muted">
					This endpoint has a private address. Its responses are shown in development only.
				</p>
			) : null}
			<div>
				<h3 className="mb-1.5 font-medium text-[13px]">Request body</h3>
				<pre className="whitespace-pre-wrap break-all rounded-control border border-line bg-raised p-3 font-mono text-xs leading-5">
					{formatJson(detail.data.body)}
				</pre>
			</div>
			<Button
				size="small"
				className="self-start"
				busy={replay.isPending}
				disabled={webhook.is_disabled || detail.data.state === "waiting"}
				onClick={() => replay.mutate()}
			>
				<RotateCw aria-hidden="true" />
				Replay
			</Button>
		</div>
	);
}

function Attempts({ detail }: { detail: WebhookDeliveryDetail }) {
	return (
		<div>
			<h3 className="mb-1.5 font-medium text-[13px]">Attempts</h3>
			{detail.log.length === 0 ? (
				<p className="text-[13px] text-muted">
					{detail.state === "skipped" ? "None. The webhook was disabled." : "None yet."}
				</p>
			) : (
				<ol className="flex flex-col gap-2">
					{detail.log.map((attempt) => (
						<li key={attempt.number} className="text-[13px]">
							<p className="flex flex-wrap gap-x-3 tabular-nums">
								<span className="text-muted">{attempt.number}.</span>
								<time dateTime={new Date(attempt.at_unix_ms).toISOString()}>
									{new Date(attempt.at_unix_ms).toLocaleTimeString("en", { hour12: false })}
								</time>
								<span>{attempt.status ?? "No response"}</span>
								<span className="text-muted">{attempt.duration_ms} ms</span>
							</p>
							{attempt.error ? <p className="text-danger">{attempt.error}</p> : null}
							{attempt.response ? (
								<p className="break-all font-mono text-muted text-xs">{attempt.response.slice(0, 300)}</p>
							) : null}
						</li>
					))}
				</ol>
			)}
			{detail.next_attempt_at_unix_ms ? (
				<p className="mt-2 text-[13px] text-muted">Next attempt {ago(detail.next_attempt_at_unix_ms / 1000)}.</p>
			) : null}
		</div>
	);
}

/** Whether the URL names this computer or a private network, as far as the hostname tells. */
function isPrivateUrl(url: string): boolean {
	return /^(?:localhost|.*\.local|.*\.internal|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\])/.test(
		new URL(url).hostname,
	);
}

function formatJson(body: string): string {
	return JSON.stringify(JSON.parse(body), undefined, 2);
}
