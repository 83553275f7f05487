import { cn } from "@timbre/ui/cn.ts";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ChecklistItem } from "../model/checklist-items.ts";

type ChecklistRowProps = { item: ChecklistItem; done: boolean; compact?: boolean; action?: ReactNode };

/** A checklist item with its status and links. */
export function ChecklistRow({ item, done, compact = false, action }: ChecklistRowProps) {
	const start = item.start ?? item.link;
	return (
		<li className={cn("flex gap-3", compact ? "py-2" : "py-4")}>
			<Tick done={done} />
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
					{compact && !done ? (
						<Link to={start.to} className="font-medium underline-offset-4 hover:underline">
							{item.title}
						</Link>
					) : (
						<span className={cn("font-medium", done && "text-muted")}>{item.title}</span>
					)}
					<span className="sr-only">{done ? "Done" : "Not done"}</span>
				</div>
				<p className="text-muted">{item.text}</p>
				{compact ? null : (
					<div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px]">
						{item.start ? <ItemLink {...item.start} /> : null}
						<ItemLink {...item.link} />
					</div>
				)}
			</div>
			{action}
		</li>
	);
}

function ItemLink({ to, label }: { to: string; label: string }) {
	return (
		<Link to={to} className="py-0.5 font-medium underline decoration-line underline-offset-4 hover:decoration-ink">
			{label}
		</Link>
	);
}

function Tick({ done }: { done: boolean }) {
	return (
		<span
			aria-hidden="true"
			className={cn(
				"mt-px flex size-[18px] shrink-0 items-center justify-center rounded-full border",
				done ? "border-positive bg-positive text-surface" : "border-control",
			)}
		>
			{done ? <Check className="size-3" strokeWidth={3} /> : null}
		</span>
	);
}
