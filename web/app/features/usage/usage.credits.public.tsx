import { useQuery } from "@tanstack/react-query";
import { cn } from "@timbre/ui/cn.ts";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { count } from "../../lib/text/format.ts";
import { subscriptionQuery } from "./usage.public.ts";

/** The workspace's remaining credits. */
export function CreditsLeft({ className }: { className?: string }) {
	const { data, isPending } = useQuery(subscriptionQuery);
	if (isPending) return <Skeleton className={cn("h-8", className)} />;
	if (!data) return null;
	const left = Math.max(0, data.character_limit - data.character_count);
	return (
		<div className={cn("flex flex-col gap-1.5", className)}>
			<div className="flex justify-between text-[13px] tabular">
				<span className="text-muted">Credits left</span>
				<span className="font-medium">{count(left)}</span>
			</div>
			<Progress
				label={`${count(left)} of ${count(data.character_limit)} credits left`}
				value={left}
				max={data.character_limit}
				className="[&>div]:bg-ink"
			/>
		</div>
	);
}
