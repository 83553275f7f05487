import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { BellOff } from "lucide-react";
import { Link } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { latestQuery, useMarkRead } from "../notifications.queries.ts";
import { MessageRow } from "./message-row.tsx";

/** The notifications popover. */
export function BellPanel({ titleId, onClose }: { titleId: string; onClose: () => void }) {
	const latest = useQuery(latestQuery);
	const { one, all } = useMarkRead();
	const messages = latest.data?.messages ?? [];
	return (
		<div className="flex max-h-[min(32rem,70dvh)] flex-col">
			<div className="flex min-h-12 items-center justify-between gap-3 border-line border-b py-1.5 pr-2 pl-4">
				<h2 id={titleId} className="font-semibold">
					Notifications
				</h2>
				{latest.data && latest.data.unread_count > 0 ? (
					<Button variant="quiet" size="small" busy={all.isPending} onClick={() => all.mutate()}>
						Mark all as read
					</Button>
				) : null}
			</div>
			{latest.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-3 p-4">
					<p className="sr-only">Loading notifications</p>
					<Skeleton className="h-12" />
					<Skeleton className="h-12" />
				</div>
			) : null}
			{latest.isError ? (
				<p role="alert" className="px-4 py-6 text-center text-muted">
					{messageOf(latest.error)}
				</p>
			) : null}
			{latest.data && messages.length === 0 ? (
				<div className="flex flex-col items-center px-6 py-10 text-center text-muted">
					<BellOff aria-hidden="true" className="mb-3 size-5" />
					<p className="font-medium text-ink">No notifications</p>
					<p className="mt-1 text-balance text-[13px]">
						You'll be notified about finished exports, new members and sign-ins from new devices.
					</p>
				</div>
			) : null}
			{messages.length > 0 ? (
				<ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
					{messages.map((message) => (
						<li key={message.message_id}>
							<MessageRow
								message={message}
								onRead={(read) => {
									one.mutate(read);
									if (read.link) onClose();
								}}
							/>
						</li>
					))}
				</ul>
			) : null}
			<div className="border-line border-t p-1.5">
				<Link
					to="/app/settings/notifications"
					onClick={onClose}
					className="block rounded-control px-2.5 py-1.5 text-center font-medium text-[13px] text-muted transition-colors hover:bg-hover hover:text-ink"
				>
					View all notifications
				</Link>
			</div>
		</div>
	);
}
