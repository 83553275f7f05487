import { useMutation, useQueryClient } from "@tanstack/react-query";
import { developersPaths } from "@timbre/contract/developers/paths.ts";
import { webhookEvents } from "@timbre/contract/developers/rules.ts";
import type { Webhook } from "@timbre/contract/developers/webhooks.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, List, Pencil, Power, RefreshCw, Send, Trash2 } from "lucide-react";
import { call } from "../../../lib/api/api.ts";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { ago, dateOf } from "../../../lib/text/format.ts";
import { updateWebhook } from "../developers.webhooks.queries.ts";

type WebhookCardProps = {
	webhook: Webhook;
	onLog: () => void;
	onEdit: () => void;
	onSecret: (secret: string) => void;
};

export function WebhookCard({ webhook, onLog, onEdit, onSecret }: WebhookCardProps) {
	const actions = useWebhookActions(webhook, { onLog, onSecret });
	const events = webhook.events.map((type) =>
		type in webhookEvents ? webhookEvents[type as keyof typeof webhookEvents] : type,
	);
	return (
		<Card className="p-5">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<div className="flex flex-wrap items-center gap-2">
						<h2 className="truncate font-medium" title={webhook.name}>
							{webhook.name}
						</h2>
						<State webhook={webhook} />
					</div>
					<p className="mt-0.5 break-all font-mono text-muted text-xs">{webhook.webhook_url}</p>
				</div>
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<IconButton label={`Actions for ${webhook.name}`} size="small" tooltip={false}>
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={onEdit}>
							<Pencil aria-hidden="true" />
							Edit
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={() => void actions.rotate()}>
							<RefreshCw aria-hidden="true" />
							Rotate secret
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={actions.turn}>
							<Power aria-hidden="true" />
							{webhook.is_disabled ? "Enable" : "Disable"}
						</DropdownMenuItem>
						<DropdownMenuSeparator />
						<DropdownMenuItem onSelect={() => void actions.remove()}>
							<Trash2 aria-hidden="true" />
							Delete
						</DropdownMenuItem>
					</DropdownMenuContent>
				</DropdownMenu>
			</div>
			{webhook.is_auto_disabled ? (
				<p role="note" className="mt-3 rounded-control border border-current/25 px-3 py-2 text-[13px] text-warning">
					This webhook was disabled after repeated failures. Fix your endpoint, enable the webhook and replay missed
					deliveries from the delivery log.
				</p>
			) : null}
			<p className="mt-3 text-[13px] text-muted">{events.length === 0 ? "No events" : events.join(" · ")}</p>
			<div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
				<p className="text-[13px] text-muted">
					Created {dateOf(webhook.created_at_unix)}
					{webhook.most_recent_failure_timestamp
						? `, last failed ${ago(webhook.most_recent_failure_timestamp)}${webhook.most_recent_failure_error_code ? ` with ${webhook.most_recent_failure_error_code}` : ""}`
						: ""}
				</p>
				<div className="flex gap-2">
					<Button
						size="small"
						busy={actions.testing}
						disabled={webhook.is_disabled}
						aria-label={`Send test event to ${webhook.name}`}
						onClick={actions.test}
					>
						<Send aria-hidden="true" />
						Send test event
					</Button>
					<Button size="small" aria-label={`Delivery log for ${webhook.name}`} onClick={onLog}>
						<List aria-hidden="true" />
						Delivery log
					</Button>
				</div>
			</div>
		</Card>
	);
}

function State({ webhook }: { webhook: Webhook }) {
	if (webhook.is_auto_disabled) return <Badge tone="warning">Disabled after failures</Badge>;
	return webhook.is_disabled ? <Badge>Disabled</Badge> : <Badge tone="positive">Enabled</Badge>;
}

function useWebhookActions(webhook: Webhook, { onLog, onSecret }: Pick<WebhookCardProps, "onLog" | "onSecret">) {
	const queryClient = useQueryClient();
	const refresh = () => queryClient.invalidateQueries({ queryKey: ["developers"] });
	const params = { webhook_id: webhook.webhook_id };
	const act = useMutation({
		mutationFn: (work: { done: string; run: () => Promise<unknown> }) => work.run(),
		onSuccess: (_result, { done }) => {
			toaster.show({ title: done, tone: "positive" });
			return refresh();
		},
		onError: (error) => showError("Couldn't update the webhook", error),
	});
	const test = useMutation({
		mutationFn: () => call(developersPaths.testWebhook, { params }),
		onSuccess: () => {
			onLog();
			return refresh();
		},
		onError: (error) => showError("Couldn't send the test event", error),
	});
	return {
		test: () => test.mutate(),
		testing: test.isPending,
		turn: () =>
			act.mutate({
				done: webhook.is_disabled ? "Webhook enabled" : "Webhook disabled",
				run: () => updateWebhook(webhook.webhook_id, { name: webhook.name, is_disabled: !webhook.is_disabled }),
			}),
		rotate: async () => {
			const { confirmed } = await confirm({
				title: `Rotate the secret of “${webhook.name}”?`,
				description:
					"All deliveries from now on are signed with the new secret. Update your endpoint, or it will reject them.",
				action: "Rotate secret",
			});
			const run = async () => onSecret((await call(developersPaths.rotateWebhookSecret, { params })).webhook_secret);
			if (confirmed) act.mutate({ done: "Secret rotated", run });
		},
		remove: async () => {
			const { confirmed } = await confirm({
				title: `Delete “${webhook.name}”?`,
				description: "It stops receiving events, and its delivery log is deleted. This can't be undone.",
				action: "Delete webhook",
			});
			if (confirmed)
				act.mutate({ done: "Webhook deleted", run: () => call(developersPaths.deleteWebhook, { params }) });
		},
	};
}
