import { useQuery, useQueryClient } from "@tanstack/react-query";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { Bell } from "lucide-react";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { counted } from "../../lib/text/format.ts";
import { followMessages } from "./model/live-feed.ts";
import { latestQuery, notificationsKey } from "./notifications.queries.ts";

const BellPanel = lazyPart(async () => (await import("./components/bell-panel.tsx")).BellPanel);

/** Polling interval without the stream. */
const pollMs = 60_000;

/** Keeps notifications up to date and announces new ones to screen readers. Mounted once in the app. */
export function NotificationsFeed() {
	const queryClient = useQueryClient();
	const [live, setLive] = useState(false);
	const { data } = useQuery({ ...latestQuery, refetchInterval: live ? false : pollMs });
	const [announcement, announce] = useState("");
	const newest = useRef<number>(undefined);
	useEffect(
		() =>
			followMessages({
				onLiveChange: setLive,
				onEvent: () => void queryClient.invalidateQueries({ queryKey: notificationsKey }),
			}),
		[queryClient],
	);
	useEffect(() => {
		const first = data?.messages[0];
		if (!data) return;
		const isNew = newest.current !== undefined && first && first.create_date_unix_ms > newest.current;
		if (isNew && !first.has_been_read) announce(`New notification: ${first.title}. ${first.description}`);
		newest.current = first?.create_date_unix_ms ?? 0;
	}, [data]);
	return (
		<p role="status" className="sr-only">
			{announcement}
		</p>
	);
}

export function NotificationBell({ size = "small" }: { size?: "small" | "medium" }) {
	const { data } = useQuery(latestQuery);
	const [open, setOpen] = useState(false);
	const titleId = useId();
	const unread = data?.unread_count ?? 0;
	return (
		<Popover open={open} onOpenChange={setOpen}>
			<PopoverTrigger asChild>
				<IconButton
					label={unread > 0 ? `Notifications, ${counted(unread, "unread message")}` : "Notifications"}
					tooltip={false}
					size={size}
					className="relative"
				>
					<Bell aria-hidden="true" />
					{unread > 0 ? (
						<span
							aria-hidden="true"
							className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 font-semibold text-[10px] text-surface tabular leading-none"
						>
							{unread > 99 ? "99+" : unread}
						</span>
					) : null}
				</IconButton>
			</PopoverTrigger>
			<PopoverContent align="start" aria-labelledby={titleId} className="w-96 overflow-hidden p-0">
				<Suspense fallback={<div className="h-40" aria-busy="true" />}>
					<BellPanel titleId={titleId} onClose={() => setOpen(false)} />
				</Suspense>
			</PopoverContent>
		</Popover>
	);
}
