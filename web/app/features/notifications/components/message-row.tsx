import type { NotificationMessage, Severity } from "@timbre/contract/notifications/endpoints.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ago } from "../../../lib/text/format.ts";

const severityStyles: Record<Severity, { icon: LucideIcon; color: string; word: string }> = {
	info: { icon: Info, color: "text-muted", word: "Information" },
	success: { icon: CircleCheck, color: "text-positive", word: "Success" },
	warning: { icon: TriangleAlert, color: "text-warning", word: "Warning" },
	error: { icon: CircleX, color: "text-danger", word: "Error" },
};

type MessageRowProps = { message: NotificationMessage; onRead: (message: NotificationMessage) => void };

/** A notification. Clicking it marks it as read and opens its link, if any. */
export function MessageRow({ message, onRead }: MessageRowProps) {
	const { icon: Icon, color, word } = severityStyles[message.severity];
	const read = () => {
		if (!message.has_been_read) onRead(message);
	};
	return (
		<Pressable to={message.link} onPress={read}>
			<Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", color)} />
			<span className="min-w-0 flex-1">
				<span className="sr-only">
					{word}
					{message.has_been_read ? ": " : ", unread: "}
				</span>
				<span className={cn("block break-words", message.has_been_read ? "text-muted" : "font-medium")}>
					{message.title}
				</span>
				<span className="mt-0.5 block break-words text-[13px] text-muted">{message.description}</span>
				<span className="mt-1.5 flex flex-wrap items-center gap-2 text-muted text-xs">
					<time dateTime={new Date(message.create_date_unix_ms).toISOString()}>
						{ago(message.create_date_unix_ms / 1000)}
					</time>
					{message.needs_attention && !message.has_been_read ? <Badge tone="warning">Needs attention</Badge> : null}
				</span>
			</span>
			{message.has_been_read ? null : (
				<span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
			)}
		</Pressable>
	);
}

const pressable =
	"flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2";

function Pressable({ to, onPress, children }: { to: string | null; onPress: () => void; children: ReactNode }) {
	return to ? (
		<Link to={to} onClick={onPress} className={pressable}>
			{children}
		</Link>
	) : (
		<button type="button" onClick={onPress} className={pressable}>
			{children}
		</button>
	);
}
