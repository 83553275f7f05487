import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { BellOff } from "lucide-react";
import { useId, useState } from "react";
import { isApiError, messageOf } from "../../lib/api/api-error.ts";
import { Page } from "../../shell/page/page.tsx";
import { MessageRow } from "./components/message-row.tsx";
import { NotificationPreferences } from "./components/preferences.tsx";
import { allQuery, useMarkRead } from "./notifications.queries.ts";

export const meta = () => [{ title: "Notifications - Timbre" }];

export default function NotificationsPage() {
	const [unreadOnly, setUnreadOnly] = useState(false);
	const all = useInfiniteQuery(allQuery(unreadOnly));
	const mark = useMarkRead();
	const switchId = useId();
	const messages = all.data?.pages.flatMap((page) => page.messages) ?? [];
	const unread = all.data?.pages[0]?.unread_count ?? 0;
	return (
		<Page
			title="Notifications"
			description="Updates about your account and the workspaces you manage."
			className="max-w-3xl"
			actions={
				<div className="flex flex-wrap items-center gap-4">
					<div className="flex items-center gap-2">
						<Switch id={switchId} checked={unreadOnly} onCheckedChange={setUnreadOnly} />
						<label htmlFor={switchId}>Unread only</label>
					</div>
					<Button disabled={unread === 0} busy={mark.all.isPending} onClick={() => mark.all.mutate()}>
						Mark all as read
					</Button>
				</div>
			}
		>
			{all.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3">
					<p className="sr-only">Loading notifications</p>
					<Skeleton className="h-16" />
					<Skeleton className="h-16" />
					<Skeleton className="h-16" />
				</div>
			) : null}
			{all.isError ? (
				<ErrorState
					title="Couldn't load notifications"
					message={messageOf(all.error)}
					requestId={isApiError(all.error) ? all.error.requestId : undefined}
					busy={all.isFetching}
					onRetry={() => void all.refetch()}
				/>
			) : null}
			{all.data && messages.length === 0 ? (
				<EmptyState
					icon={<BellOff aria-hidden="true" />}
					title={unreadOnly ? "No unread notifications" : "No notifications"}
				>
					You'll be notified about finished exports, accepted invitations, disabled webhooks and sign-ins from new
					devices.
				</EmptyState>
			) : null}
			{messages.length > 0 ? (
				<Card>
					<ul className="divide-y divide-line overflow-hidden rounded-card">
						{messages.map((message) => (
							<li key={message.message_id}>
								<MessageRow message={message} onRead={(read) => mark.one.mutate(read)} />
							</li>
						))}
					</ul>
				</Card>
			) : null}
			{all.hasNextPage ? (
				<div className="mt-4 flex justify-center">
					<Button busy={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
						Load more
					</Button>
				</div>
			) : null}
			<NotificationPreferences />
		</Page>
	);
}
