import { useQuery } from "@tanstack/react-query";
import type { Webhook } from "@timbre/contract/developers/webhooks.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { DeliveryLog } from "./components/delivery-log.tsx";
import { WebhookCard } from "./components/webhook-card.tsx";
import { WebhookDialog, WebhookSecretDialog } from "./components/webhook-dialog.tsx";
import { webhooksQuery } from "./developers.queries.ts";

export const meta = () => [{ title: "Webhooks - Timbre" }];

type Open =
	| { what: "create" }
	| { what: "edit"; webhook: Webhook }
	| { what: "log"; id: string }
	| { what: "secret"; value: string };

/** Has two routes: webhooks belong to the workspace, but users also look for them in their settings. */
export default function WebhooksPage() {
	const webhooks = useQuery(webhooksQuery);
	const [open, setOpen] = useState<Open>();
	const close = () => setOpen(undefined);
	const create = (
		<Button variant="primary" onClick={() => setOpen({ what: "create" })}>
			<Plus aria-hidden="true" />
			Create webhook
		</Button>
	);
	const logged = open?.what === "log" ? webhooks.data?.find(({ webhook_id }) => webhook_id === open.id) : undefined;
	return (
		<Page
			title="Webhooks"
			description="Send workspace events to your endpoints. Requests are signed, and failed deliveries are retried for a day."
			actions={webhooks.data?.length ? create : null}
			className="max-w-4xl"
		>
			{webhooks.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading webhooks</p>
					<Skeleton className="h-40 rounded-card" />
				</div>
			) : null}
			{webhooks.isError ? <LoadFailure title="Couldn't load webhooks" query={webhooks} /> : null}
			{webhooks.data?.length === 0 ? (
				<EmptyState icon={<WebhookIcon aria-hidden="true" />} title="No webhooks yet" action={create}>
					Create a webhook to get notified when speech is generated or a key reaches its limit.
				</EmptyState>
			) : null}
			{webhooks.data?.length ? (
				<ul className="flex flex-col gap-4">
					{webhooks.data.map((webhook) => (
						<li key={webhook.webhook_id}>
							<WebhookCard
								webhook={webhook}
								onLog={() => setOpen({ what: "log", id: webhook.webhook_id })}
								onEdit={() => setOpen({ what: "edit", webhook })}
								onSecret={(value) => setOpen({ what: "secret", value })}
							/>
						</li>
					))}
				</ul>
			) : null}
			{open?.what === "create" ? <WebhookDialog onClose={close} /> : null}
			{open?.what === "edit" ? <WebhookDialog editing={open.webhook} onClose={close} /> : null}
			{open?.what === "secret" ? <WebhookSecretDialog value={open.value} onClose={close} /> : null}
			{logged ? <DeliveryLog webhook={logged} onClose={close} /> : null}
		</Page>
	);
}
